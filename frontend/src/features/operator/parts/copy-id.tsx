import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { ContentCopyIcon } from '#frontend/ui/feature-icons.tsx';

const SHOWN = 8;

/** Copies a text to the clipboard, and confirms it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('success', t('Copied'), null, false);
  } catch {
    toast('error', t('This browser does not let the page copy.'));
  }
}

/**
 * The beginning of an id; a press copies the whole id, because people do not read ids but paste them into logs.
 * @param of the kind of thing it identifies
 */
export function CopyId({ id, of }: { readonly id: string; readonly of: string }) {
  return (
    <Button
      size="small"
      color="inherit"
      // includes the visible text, for voice control
      aria-label={`${id.slice(0, SHOWN)}, ${t('Copy the number of {name}', { name: of })}`}
      title={id}
      endIcon={<ContentCopyIcon aria-hidden />}
      onClick={() => void copyText(id)}
      sx={{ minWidth: 0, paddingInline: 0.5, fontWeight: 400, fontVariantNumeric: 'tabular-nums' }}
    >
      <bdi>{id.slice(0, SHOWN)}</bdi>
    </Button>
  );
}

import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { Shortfall } from '#frontend/lib/api-error.ts';
import { formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';

/** Says that there are not enough tokens (G17): how many are missing, and how to get more. Typed text is kept. */
export function ShortfallNote({ shortfall }: { readonly shortfall: Shortfall }) {
  return (
    <Alert
      severity="warning"
      action={
        <DialogLink dialog="tokens" variant="outlined">
          {t('Add tokens')}
        </DialogLink>
      }
      sx={{ marginBlock: 1.5 }}
    >
      <AlertTitle>{t('Add tokens to continue')}</AlertTitle>
      {shortfall.ofBoth ??
        t('This needs up to {needed} tokens, and you have {available}.', {
          needed: formatTokenCount(shortfall.needed),
          available: formatTokenCount(shortfall.available),
        })}
    </Alert>
  );
}

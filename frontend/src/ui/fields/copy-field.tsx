import Button from '@mui/material/Button';
import { copyText } from '#frontend/lib/copy-text.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from './field.tsx';

/** A value to copy elsewhere. */
export function CopyField({ label, value, helper }: { readonly label: string; readonly value: string; readonly helper?: string }) {
  return (
    <TextField
      label={label}
      readOnly
      isSource
      value={value}
      {...(helper !== undefined && { helper })}
      endAdornment={
        <Button color="inherit" onClick={() => copyText(value)} aria-label={t('Copy: {what}', { what: label })}>
          {t('Copy')}
        </Button>
      }
    />
  );
}

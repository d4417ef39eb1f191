import Alert from '@mui/material/Alert';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { t } from '#frontend/lib/text.ts';

/** Explains that this installation sells nothing; renders nothing otherwise. */
export function NoPaymentsNote() {
  return useAcceptsPayments() ? null : (
    <Alert severity="info" role="note" sx={{ marginBlock: 2 }}>
      {t('Payments are not set up on this installation yet.')}
    </Alert>
  );
}

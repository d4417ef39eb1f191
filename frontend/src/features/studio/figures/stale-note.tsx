import { useEffect } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';

interface StaleNoteProps {
  /** Why refreshing failed; null when there is no connection. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Explains that the shown figures could not be refreshed. */
export function StaleNote({ error, onRetry }: StaleNoteProps) {
  useEffect(() => {
    if (error !== null) console.error('Error loading creator data', error);
  }, [error]);
  return (
    <Alert
      severity="warning"
      role="status"
      action={
        <Button variant="text" color="inherit" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
      sx={{ marginBlockEnd: 2 }}
    >
      {t('These figures are not up to date.')}
    </Alert>
  );
}

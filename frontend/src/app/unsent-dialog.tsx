import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { focusOnMount } from '#frontend/lib/navigation.ts';

/** What becomes of changes that were not sent when their author signs out. */
export type Leaving = 'stay' | 'keep' | 'delete';

interface UnsentDialogProps {
  /** How many changes wait on this device. */
  readonly count: number;
  readonly onAnswer: (answer: Leaving) => void;
}

/** Asks before a sign-out what becomes of the changes that wait on this device. */
export function UnsentDialog({ count, onAnswer }: UnsentDialogProps) {
  return (
    <AskDialog
      title={t('{n, plural, one {# change has not been sent} other {# changes have not been sent}}', { n: count })}
      onClose={() => onAnswer('stay')}
      actions={
        <>
          <Button variant="contained" onClick={() => onAnswer('stay')} ref={focusOnMount}>
            {t('Stay signed in')}
          </Button>
          <Button color="inherit" onClick={() => onAnswer('keep')}>
            {t('Sign out')}
          </Button>
          <Button color="error" onClick={() => onAnswer('delete')}>
            {t('Sign out and delete')}
          </Button>
        </>
      }
    >
      <Typography>
        {t('After signing out, they stay on this device and are sent when you sign in here again. Nobody else can see them in the app.')}
      </Typography>
      <Typography>{t('If others use this device too, you can delete them instead.')}</Typography>
    </AskDialog>
  );
}

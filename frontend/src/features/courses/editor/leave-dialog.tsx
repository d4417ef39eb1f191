import Button from '@mui/material/Button';
import { focusAtOnce } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/ask-dialog.tsx';

interface LeaveDialogProps {
  /** Why it is not saved, in words. */
  readonly reason: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Before somebody leaves text behind that the server does not have. */
export function LeaveDialog({ reason, onStay, onLeave }: LeaveDialogProps) {
  return (
    <AskDialog
      title={t('Your last changes are not saved')}
      onClose={onStay}
      actions={
        <>
          <Button variant="contained" onClick={onStay} ref={focusAtOnce}>
            {t('Stay')}
          </Button>
          <Button color="inherit" onClick={onLeave}>
            {t('Leave')}
          </Button>
        </>
      }
    >
      <p>
        {reason} {t('This tab keeps them: they are there when you edit this lesson again before closing it.')}
      </p>
    </AskDialog>
  );
}

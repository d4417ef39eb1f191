import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { focusAtOnce } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';

interface LeaveDialogProps {
  /** Why it is not saved, in words. */
  readonly reason: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Before somebody leaves text behind that the server does not have. */
export function LeaveDialog({ reason, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog open onClose={onStay} aria-labelledby="leave-title" slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
      <DialogTitle id="leave-title">{t('Your last changes are not saved')}</DialogTitle>
      <DialogContent>
        {reason} {t('This tab keeps them: they are there when you edit this lesson again before closing it.')}
      </DialogContent>
      <DialogActions disableSpacing sx={{ paddingInline: 3, paddingBlockEnd: 2, flexWrap: 'wrap', gap: 1 }}>
        <Button color="inherit" onClick={onLeave}>
          {t('Leave')}
        </Button>
        <Button variant="contained" onClick={onStay} ref={focusAtOnce}>
          {t('Stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import type { FormEvent, ReactNode } from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useTakesPayments } from '#frontend/lib/about.ts';
import { t } from '#frontend/lib/text.ts';
import { NoPaymentsNote } from '../no-payments-note.tsx';
import { useIsProcessing } from '../processing.ts';

const Lead = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '0 0 12px', color: theme.vars.palette.text.secondary }));

interface PackageDialogProps {
  readonly title: string;
  readonly lead: string;
  readonly onClose: () => void;
  /** Something is chosen, and may be confirmed. */
  readonly isChosen: boolean;
  /** What confirming does; the dialog is closed by whoever does it (PAY-09). */
  readonly onConfirm: () => void;
  readonly confirmLabel?: string;
  /** Another dialog for what is not offered here. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the three package dialogs: a title, rows to choose from, and one way on. */
export function PackageDialog({ title, lead, onClose, isChosen, onConfirm, confirmLabel, aside, children }: PackageDialogProps) {
  const isProcessing = useIsProcessing();
  const isReady = useTakesPayments() && isChosen && !isProcessing;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby="packages-title"
      slotProps={{ paper: { elevation: 0, variant: 'outlined', sx: { margin: { xs: 1.5, md: 4 }, width: { xs: 'calc(100% - 24px)' } } } }}
    >
      <form onSubmit={confirm} style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DialogTitle id="packages-title" component="h2" sx={{ typography: 'h2' }}>
          {title}
        </DialogTitle>
        <DialogContent tabIndex={-1}>
          <Lead>{lead}</Lead>
          <NoPaymentsNote />
          {children}
          {aside}
        </DialogContent>
        <DialogActions disableSpacing sx={{ paddingInline: 3, paddingBlockEnd: 2, flexWrap: 'wrap', gap: 1 }}>
          <Button color="inherit" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={!isReady}>
            {isProcessing ? t('Processing...') : (confirmLabel ?? t('Continue to payment'))}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import type { ReactNode } from 'react';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useDialogClose } from './close-dialog.ts';

interface AskDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What exactly will happen. */
  readonly children: ReactNode;
  /** One button per outcome, named after its action. */
  readonly actions: ReactNode;
  /** Shows long texts side by side, which screen readers do not read out when the dialog opens. */
  readonly isWide?: boolean;
}

/** A question that must be answered before an action. Escape and a click outside change nothing. */
export function AskDialog({ title, onClose, children, actions, isWide = false }: AskDialogProps) {
  const close = useDialogClose(onClose);
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby="ask-title"
      {...(!isWide && { 'aria-describedby': 'ask-text' })}
      maxWidth={false}
      slotProps={{ paper: { sx: { maxWidth: isWide ? 1080 : 560 } } }}
    >
      <DialogTitle id="ask-title">{title}</DialogTitle>
      <DialogContent id="ask-text" sx={{ '& p': { margin: '8px 0 0' } }}>
        {children}
      </DialogContent>
      <DialogActions>{actions}</DialogActions>
    </Dialog>
  );
}

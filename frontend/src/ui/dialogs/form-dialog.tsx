import { useId, type FormEvent, type ReactNode } from 'react';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useDialogClose } from './close-dialog.ts';

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The main action first, then the ways to close. */
  readonly actions: ReactNode;
  /** Handler of the `submit` button among the actions; without it no form is rendered. */
  readonly onSubmit?: () => void;
}

/** A dialog with a title, scrolling content, and buttons that stay visible. */
export function FormDialog({ title, onClose, children, actions, onSubmit }: FormDialogProps) {
  const id = useId();
  const close = useDialogClose(onClose);
  const inside = (
    <>
      <DialogTitle id={id} component="h2">
        {title}
      </DialogTitle>
      {/* without fields inside, the content must be focusable itself to scroll by keyboard */}
      <DialogContent tabIndex={onSubmit ? -1 : 0}>{children}</DialogContent>
      <DialogActions>{actions}</DialogActions>
    </>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={id}>
      {onSubmit ? (
        <form noValidate onSubmit={submit} style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
          {inside}
        </form>
      ) : (
        inside
      )}
    </Dialog>
  );
}

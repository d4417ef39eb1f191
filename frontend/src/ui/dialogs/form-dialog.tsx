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
  /** The act first, then the ways out. */
  readonly actions: ReactNode;
  /** What the button of type `submit` among the actions does; without it there is no form. */
  readonly onSubmit?: () => void;
}

/** A dialog that is more than a question: a title, what scrolls, and the buttons, which stay in sight. */
export function FormDialog({ title, onClose, children, actions, onSubmit }: FormDialogProps) {
  const id = useId();
  const close = useDialogClose(onClose);
  const inside = (
    <>
      <DialogTitle id={id} component="h2">
        {title}
      </DialogTitle>
      {/* what holds no fields can be scrolled with the keys by being focused itself */}
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

import { useId, type FormEvent, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { t } from '#frontend/lib/text.ts';
import { useDialogClose } from './close-dialog.ts';

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The main action first, then the buttons that close: `FormActions`, or other buttons. */
  readonly actions: ReactNode;
  /** Handler of the `submit` button among the actions; without it no form is rendered. */
  readonly onSubmit?: () => void;
  /** Wide enough for cards beside each other. */
  readonly isWide?: boolean;
}

/** A dialog with a title, scrolling content, and buttons that stay visible. */
export function FormDialog({ title, onClose, children, actions, onSubmit, isWide = false }: FormDialogProps) {
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
    <Dialog open onClose={close} fullWidth maxWidth={isWide ? 'lg' : 'sm'} aria-labelledby={id}>
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

interface FormActionsProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly isDestructive?: boolean;
  /** `Cancel` by default. */
  readonly closeLabel?: string;
}

/** The button that submits a dialog's form, and the button that closes it. */
export function FormActions({
  label,
  onClose,
  isPending = false,
  isDisabled = false,
  isDestructive = false,
  closeLabel = t('Cancel'),
}: FormActionsProps) {
  return (
    <>
      <Button type="submit" variant="contained" color={isDestructive ? 'error' : 'primary'} disabled={isDisabled} aria-busy={isPending}>
        {label}
      </Button>
      <Button color="inherit" onClick={onClose}>
        {closeLabel}
      </Button>
    </>
  );
}

import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from './ask-dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What exactly will happen. */
  readonly children: ReactNode;
  /** Caption of the confirming button: a verb, not 'OK'. */
  readonly act: string;
  /** Caption of the button that changes nothing. */
  readonly keep?: string;
  readonly isPending?: boolean;
  /** Why the last attempt failed. */
  readonly error?: string | null;
  /** false if the action can be undone, and is therefore not styled as destructive. */
  readonly isDestructive?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation. Before a destructive action the focus starts on the cancel button, so that Enter alone loses nothing. */
export function ConfirmDialog({
  title,
  children,
  act,
  keep = t('Cancel'),
  isPending = false,
  error = null,
  isDestructive = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <AskDialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            aria-busy={isPending}
            onClick={() => isPending || onConfirm()}
          >
            {act}
          </Button>
          <Button color="inherit" onClick={onClose} ref={isDestructive ? focusOnMount : undefined}>
            {keep}
          </Button>
        </>
      }
    >
      {children}
      {error !== null && (
        <Typography role="alert" color="error">
          {error}
        </Typography>
      )}
    </AskDialog>
  );
}

import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { useRemove } from './organisation-queries.ts';

const Refusal = styled('p')(({ theme }) => ({ color: theme.vars.palette.error.main }));

interface RemoveDialogProps {
  readonly userId: string;
  readonly memberId: string;
  readonly title: string;
  /** The caption of the action. */
  readonly act: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation before a member is removed, or leaves. */
export function RemoveDialog({ userId, memberId, title, act, onClose, children }: RemoveDialogProps) {
  const remove = useRemove(userId, onClose);
  return (
    <AskDialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="contained" color="error" aria-busy={remove.isPending} onClick={() => remove.mutate(memberId)}>
            {act}
          </Button>
          <Button color="inherit" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      {children}
      {remove.error && <Refusal role="alert">{errorText(remove.error, t('It did not work.'))}</Refusal>}
    </AskDialog>
  );
}

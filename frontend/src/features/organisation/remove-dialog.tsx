import type { ReactNode } from 'react';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { useRemove } from './organisation-queries.ts';

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
    <ConfirmDialog
      title={title}
      act={act}
      isPending={remove.isPending}
      error={remove.error && errorText(remove.error, t('It did not work.'))}
      onConfirm={() => remove.mutate(memberId)}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}

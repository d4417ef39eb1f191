import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';

interface DiscardDialogProps {
  /** Number of new texts that would be deleted. */
  readonly count: number;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before new texts are discarded, because they are paid for and cannot be restored. */
export function DiscardDialog({ count, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title={t('{n, plural, one {Discard this new text?} other {Discard # new texts?}}', { n: count })}
      act={t('Discard')}
      keep={t('Keep deciding')}
      onConfirm={() => {
        onClose();
        onDiscard();
      }}
      onClose={onClose}
    >
      <p>{t('Discarded text cannot be restored, and its cost is not refunded. The course stays as it is.')}</p>
    </ConfirmDialog>
  );
}

import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';

interface DiscardDialogProps {
  /** New texts that would be gone. */
  readonly count: number;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** New texts are paid for and cannot be brought back: asks before they are thrown away. */
export function DiscardDialog({ count, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title={count === 1 ? t('Discard this new text?') : t('Discard {n} new texts?', { n: count })}
      act={t('Discard')}
      keep={t('Keep deciding')}
      onConfirm={() => {
        onClose();
        onDiscard();
      }}
      onClose={onClose}
    >
      <p>{t('What is discarded cannot be brought back, and what it cost is not given back. The course stays as it is.')}</p>
    </ConfirmDialog>
  );
}

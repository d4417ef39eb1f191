import Button from '@mui/material/Button';
import { focusAtOnce } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';

interface DiscardDialogProps {
  /** Number of new texts that would be deleted. */
  readonly count: number;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before new texts are discarded, because they are paid for and cannot be restored. */
export function DiscardDialog({ count, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <AskDialog
      title={count === 1 ? t('Discard this new text?') : t('Discard {n} new texts?', { n: count })}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => {
              onClose();
              onDiscard();
            }}
          >
            {t('Discard')}
          </Button>
          <Button color="inherit" onClick={onClose} ref={focusAtOnce}>
            {t('Keep deciding')}
          </Button>
        </>
      }
    >
      <p>{t('What is discarded cannot be brought back, and what it cost is not given back. The course stays as it is.')}</p>
    </AskDialog>
  );
}

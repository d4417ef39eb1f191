import Button from '@mui/material/Button';
import { focusAtOnce } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';

interface DiscardDialogProps {
  /** New texts that would be gone. */
  readonly count: number;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** New texts are paid for and cannot be brought back: asks before they are thrown away. */
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

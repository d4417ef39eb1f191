import { useState } from 'react';
import Button from '@mui/material/Button';
import { EVERY_QUEUE } from '#contract/operator/control.contract.ts';
import type { QueueRow } from '#contract/operator/overview.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { usePause } from '../parts/use-pause.ts';

/** Pauses all queues after a confirmation; or resumes them when each is paused, because that also ends the pauses of single ones. */
export function PauseAllButton({ queues }: { readonly queues: readonly QueueRow[] }) {
  const isPaused = queues.every((queue) => queue.is_paused);
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = usePause({ scope: 'queue', name: EVERY_QUEUE, isPaused }, () => setAsking(false));
  const act = isPaused ? t('Resume all') : t('Pause all');
  return (
    <>
      <Button color="inherit" variant="outlined" onClick={() => setAsking(true)} sx={{ flex: 'none', whiteSpace: 'nowrap' }}>
        {act}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={isPaused ? t('Resume all queues') : t('Pause all queues')}
          act={act}
          keep={t('Keep as it is')}
          isPending={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            {isPaused
              ? t('All queues go on, also those that were paused one by one. It is audited with your name.')
              : t('What runs ends; nothing new begins until an operator resumes it, also after a restart. It is audited with your name.')}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

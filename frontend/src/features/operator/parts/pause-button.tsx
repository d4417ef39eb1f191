import { useState } from 'react';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { PauseIcon } from '#frontend/ui/feature-icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { pausedWord } from '../overview/work-words.ts';
import { usePause, type Pausable } from './use-pause.ts';

/** Pauses a queue, service or the like after a confirmation, or resumes it. */
export function PauseButton(pausable: Pausable) {
  const { isPaused } = pausable;
  const name = pausedWord(pausable);
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = usePause(pausable, () => setAsking(false));
  return (
    <>
      {/* a paused part waits for an operator, so its resume button has a text label */}
      {isPaused ? (
        <Button size="small" aria-busy={isPending} onClick={() => mutate()}>
          {t('Resume')}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      ) : (
        <Tooltip title={t('Pause')}>
          <IconButton size="small" aria-label={t('Pause {name}', { name })} aria-busy={isPending} onClick={() => setAsking(true)}>
            <PauseIcon fontSize="small" aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('Pause {name}', { name })}
          act={t('Pause')}
          keep={t('Keep as it is')}
          isPending={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            {t(
              'Running work finishes; nothing new starts until an operator resumes it, even after a restart. The audit log records it under your name.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

import { useState } from 'react';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { pauseWork } from '#contract/operator/control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

interface PauseButtonProps {
  readonly scope: 'queue' | 'kind' | 'service';
  readonly name: string;
  readonly isPaused: boolean;
}

/** Pauses a queue, service or the like after a confirmation, or resumes it. */
export function PauseButton({ scope, name, isPaused }: PauseButtonProps) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useAction({
    mutationFn: () => call(pauseWork, { body: { scope, name, paused: !isPaused } }),
    onSuccess: async () => {
      setAsking(false);
      await cache.invalidateQueries({ queryKey: ['operator', 'overview'] });
    },
    onError: (error) => toast('error', errorText(error, t('That could not be done.'))),
  });
  return (
    <>
      <Button size="small" color="inherit" aria-busy={isPending} onClick={() => (isPaused ? mutate() : setAsking(true))}>
        {isPaused ? t('Resume') : t('Pause')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('Pause {name}', { name })}
          act={t('Pause')}
          keep={t('Keep as it is')}
          isPending={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('What runs ends; nothing new begins until an operator resumes it, also after a restart. It is audited with your name.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

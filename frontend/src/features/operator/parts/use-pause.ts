import { useQueryClient } from '@tanstack/react-query';
import { pauseWork, type PAUSE_SCOPES } from '#contract/operator/control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export interface Pausable {
  readonly scope: (typeof PAUSE_SCOPES)[number];
  readonly name: string;
  readonly isPaused: boolean;
}

/** Pauses running work, or resumes paused work, and refreshes the overview. @param onDone called after success */
export function usePause({ scope, name, isPaused }: Pausable, onDone: () => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: () => call(pauseWork, { body: { scope, name, paused: !isPaused } }),
    onSuccess: async () => {
      onDone();
      await Promise.all(['overview', 'state'].map((what) => cache.invalidateQueries({ queryKey: ['operator', what] })));
    },
    onError: (error) =>
      toast('error', errorText(error, isPaused ? t('The work could not be resumed.') : t('The work could not be paused.'))),
  });
}

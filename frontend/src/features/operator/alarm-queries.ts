import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { acknowledgeBillingAlarm, listBillingAlarms } from '#contract/billing/alarms.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export type AlarmState = 'open' | 'acknowledged';

/** Payment alarms, newest first; only for operators. New ones may appear at any time. */
export const alarmPages = (state: AlarmState) =>
  infiniteQueryOptions({
    queryKey: ['billing-alarms', state],
    queryFn: ({ pageParam, signal }) =>
      call(listBillingAlarms, { query: { state, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchOnWindowFocus: true,
  });

/** Acknowledges an alarm: it moves to the other list. */
export function useAcknowledge() {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (alarmId: string) => call(acknowledgeBillingAlarm, { params: { alarm_id: alarmId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['billing-alarms'] }),
    onError: (error) => toast('error', errorText(error, t('That could not be saved.'))),
  });
}

import { useQueryClient } from '@tanstack/react-query';
import { joinLocalEvent } from '#contract/places/events.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, failureText } from '#frontend/lib/api-error.ts';
import { navigateToPayment } from '#frontend/lib/payment-address.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { placesKey } from './places-queries.ts';

/** LOC-16: joins an event with a seat, the waiting list, or the payment page; refetches the events. */
export function useJoin(userId: string) {
  const cache = useQueryClient();
  const sendOnce = useSendOnce();
  return useAction({
    mutationFn: async (eventId: string) => {
      const body = { user_id: userId, event_id: eventId, origin_url: location.origin };
      const joined = await sendOnce(body, (headers) => call(joinLocalEvent, { body, headers, fallback: t('Failed to join event') }));
      if (joined.payment) await navigateToPayment(cache, joined.payment.url);
      return joined;
    },
    onSuccess: ({ status, confirmation_code: code }) => {
      if (status === 'joined') toast('success', t('Successfully joined event! Confirmation: {code}', { code: code ?? '' }));
      if (status === 'waiting') toast('info', t('You are on the waiting list. We tell you when a seat is yours.'));
    },
    onError: (error) =>
      toast(
        'error',
        error instanceof ApiError && error.status === 401
          ? t('Please log in to join events')
          : failureText(error, t('Failed to join event')),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: placesKey(userId) }),
  });
}

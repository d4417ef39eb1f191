import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import { usePoll } from '#frontend/lib/polling/poll.ts';
import { refreshUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { PAYMENT_PACE_MS, paymentPoll, verdictOf, type PaymentStatus, type Verdict } from './payment-poll.ts';
import { clearReturnedSession } from './returned-session.ts';
import { markPaymentAnnounced } from './announced-payments.ts';

interface PaymentReturnProps {
  readonly userId: string;
  /** Id of the checkout session. */
  readonly sessionId: string;
}

/** After the return from the payment page, polls the payment, shows its outcome, and refetches everything it changed. */
export default function PaymentReturn({ userId, sessionId }: PaymentReturnProps) {
  const cache = useQueryClient();
  const poll = paymentPoll(sessionId);
  const { fetchStatus, dataUpdatedAt, errorUpdatedAt } = usePoll(poll);
  const lookedAt = Math.max(dataUpdatedAt, errorUpdatedAt);

  const announce = useEffectEvent(({ kind, text, link, hasLanded }: Verdict) => {
    toast(kind, text, link);
    if (hasLanded) markPaymentAnnounced();
    clearReturnedSession();
    cache.removeQueries({ queryKey: poll.queryKey });
    void cache.invalidateQueries({ queryKey: ['notifications'] });
    // a purchased course or seat is now available
    void cache.invalidateQueries({ queryKey: ['places', userId] });
    void cache.invalidateQueries({ queryKey: ['market'] });
    void cache.invalidateQueries({ queryKey: ['courses', userId] });
    if (!hasLanded) return;
    void cache.invalidateQueries({ queryKey: billingKey(userId) });
    void refreshUser();
  });
  const judge = useEffectEvent((): Verdict | null => {
    const state = cache.getQueryState<PaymentStatus>(poll.queryKey);
    return state ? verdictOf(state) : null;
  });
  useEffect(() => {
    if (fetchStatus !== 'idle') return;
    const verdict = judge();
    if (!verdict) return;
    const timer = setTimeout(() => announce(verdict), verdict.isLate ? PAYMENT_PACE_MS : 0);
    return () => clearTimeout(timer);
  }, [fetchStatus, lookedAt]);

  return (
    <Alert severity="info" square role="status">
      {t('Checking your payment. This takes a few seconds.')}
    </Alert>
  );
}

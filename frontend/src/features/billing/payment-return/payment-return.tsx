import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import { paymentStatus } from '#contract/billing/payments.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { formatCents, formatNumber } from '#frontend/lib/format.ts';
import { usePoll, type Poll, type PollState, isFinalRefusal } from '#frontend/lib/polling/poll.ts';
import { refreshUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast, type ToastKind, type ToastLink } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
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

export type PaymentStatus = AnswerOf<typeof paymentStatus>;

/** PAY-20: every 2 s, at most 5 times. */
const PAYMENT_PACE_MS = 2_000;
const MAX_POLLS = 5;

const isOver = (status: PaymentStatus): boolean => status.payment_status !== 'unpaid' || status.stripe_status === 'expired';

const paymentPoll = (sessionId: string): Poll<PaymentStatus> => ({
  queryKey: ['payment', sessionId],
  ask: (signal) => call(paymentStatus, { params: { session_id: sessionId }, signal }),
  isOver,
  paceMs: () => PAYMENT_PACE_MS,
  mostAsks: MAX_POLLS,
});

interface Verdict {
  readonly kind: ToastKind;
  readonly text: string;
  /** The link to the purchase. */
  readonly link: ToastLink | null;
  /** The payment succeeded, so balance, plan and user have changed. */
  readonly hasLanded: boolean;
  /** Shown only after another interval, because the payment may succeed in the meantime. */
  readonly isLate: boolean;
}

const MY_COURSES = (): ToastLink => ({ href: '/courses', label: t('Open My Courses') });

/** The specified sentence welcomes the user to a plan; buyers of tokens have none. */
const tokensWords = ({ tokens }: PaymentStatus): string =>
  tokens === null
    ? t('Payment successful! Your tokens have been added.')
    : t('Payment successful! {tokens} tokens were added.', { tokens: formatNumber(tokens) });

const reviewWords = ({ received_cents: received, due_cents: due }: PaymentStatus): string =>
  received === null
    ? t('We need to review your payment. Please do not pay again.')
    : t('We received {received} of {due}. Our team is reviewing it; please do not pay again.', {
        received: formatCents(received),
        due: formatCents(due),
      });

/** The outcome of the payment, in the specified sentences (PAY-21…23); null while it is being polled. */
function verdictOf({ data, error, dataUpdateCount, errorUpdateCount }: PollState<PaymentStatus>): Verdict | null {
  const said = (kind: ToastKind, text: string, more: Partial<Verdict> = {}) => ({
    kind,
    text,
    link: null,
    hasLanded: false,
    isLate: false,
    ...more,
  });
  if (isFinalRefusal(error)) return said('error', failureText(error, t('Payment verification failed')));
  if (data && isOver(data)) {
    switch (data.payment_status) {
      case 'paid':
        if (data.kind === 'course')
          return said('success', t('Payment successful! The course is yours.'), { hasLanded: true, link: MY_COURSES() });
        if (data.kind === 'event') return said('success', t('Payment successful! Your place is booked.'), { hasLanded: true });
        if (data.kind === 'tokens') return said('success', tokensWords(data), { hasLanded: true });
        // nothing was paid
        if (data.trial) return said('success', t('Your free trial has begun. Welcome to your new plan!'), { hasLanded: true });
        return said('success', t('Payment successful! Welcome to your new plan!'), { hasLanded: true });
      case 'review':
        return said('warning', reviewWords(data));
      case 'refunded':
        return said(
          'info',
          t('Your {sum} was refunded because it did not match the price. You can order again.', {
            sum: formatCents(data.received_cents ?? 0),
          }),
        );
      case 'failed':
        return said('error', t('Payment failed: {reason}', { reason: t('The payment was not accepted. Nothing was charged.') }));
      default:
        return said('error', t('Payment session expired. Please try again.'));
    }
  }
  if (dataUpdateCount + errorUpdateCount < MAX_POLLS) return null;
  return error
    ? said('error', failureText(error, t('Payment verification failed')))
    : said('warning', t('Payment verification timeout. Check your email for confirmation.'), { isLate: true });
}

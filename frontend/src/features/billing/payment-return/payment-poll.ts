import { paymentStatus } from '#contract/billing/payments.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import type { Poll, PollState } from '#frontend/lib/polling/poll.ts';
import { isFinalRefusal } from '#frontend/lib/polling/poll.ts';
import { t } from '#frontend/lib/text.ts';
import type { ToastKind, ToastLink } from '#frontend/lib/toast.ts';

export type PaymentStatus = AnswerOf<typeof paymentStatus>;

/** PAY-20: every 2 s, at most 5 times. */
export const PAYMENT_PACE_MS = 2_000;
export const MAX_POLLS = 5;

const isOver = (status: PaymentStatus): boolean => status.payment_status !== 'unpaid' || status.stripe_status === 'expired';

export const paymentPoll = (sessionId: string): Poll<PaymentStatus> => ({
  queryKey: ['payment', sessionId],
  ask: (signal) => call(paymentStatus, { params: { session_id: sessionId }, signal }),
  isOver,
  paceMs: () => PAYMENT_PACE_MS,
  mostAsks: MAX_POLLS,
});

export interface Verdict {
  readonly kind: ToastKind;
  readonly text: string;
  /** The way to what was bought. */
  readonly link: ToastLink | null;
  /** The payment succeeded: balance, plan and user have changed. */
  readonly hasLanded: boolean;
  /** Shown only after another interval, because the payment may succeed meanwhile. */
  readonly isLate: boolean;
}

const MY_COURSES = (): ToastLink => ({ href: '/courses', label: t('Open My Courses') });

/** The specified sentence welcomes to a plan: who bought tokens has none. */
const tokensWords = ({ tokens }: PaymentStatus): string =>
  tokens === null
    ? t('Payment successful! Your tokens are there.')
    : t('Payment successful! {tokens} tokens were added.', { tokens: formatNumber(tokens) });

/** The outcome of the payment, in the specified sentences (PAY-21…23); null while it is being polled. */
export function verdictOf({ data, error, dataUpdateCount, errorUpdateCount }: PollState<PaymentStatus>): Verdict | null {
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

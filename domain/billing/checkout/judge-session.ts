import { config } from '#domain/platform/config.ts';
import { idOf, type StripeSession, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import type { Order } from './order.ts';
import { isPricedByPage } from './resolve-purchase.ts';

/** What Stripe says of an order's payment page, by our own rules. */
export type Verdict =
  | { readonly kind: 'fulfil' | 'open' | 'pending' | 'expired' | 'failed' }
  | { readonly kind: 'review'; readonly reason: string };

/**
 * Judges a payment page as it was fetched. Whether it is the page of this order, at its price, comes first: what does not fit is for a
 * person to look at and gives nothing.
 * @param saidToHaveFailed an event says that a delayed payment has failed, which a session alone does not tell
 */
export function judgeSession(order: Order, session: StripeSession, saidToHaveFailed = false): Verdict {
  const reason = mismatchOf(order, session);
  if (reason) return { kind: 'review', reason };
  if (session.status === 'expired') return { kind: 'expired' };
  if (session.status !== 'complete') return { kind: 'open' };
  if (session.payment_status === 'paid') return { kind: 'fulfil' };
  if (session.payment_status === 'no_payment_required')
    return order.trial ? { kind: 'fulfil' } : { kind: 'review', reason: 'nothing was paid' };
  return saidToHaveFailed || hasFailed(session) ? { kind: 'failed' } : { kind: 'pending' };
}

/** A payment that takes days ends in one of these when it does not arrive. */
function hasFailed(session: StripeSession): boolean {
  const { payment_intent: intent, subscription } = session;
  if (intent && typeof intent === 'object' && ['requires_payment_method', 'canceled'].includes(intent.status)) return true;
  return typeof subscription === 'object' && hasEnded(subscription);
}

function mismatchOf(order: Order, session: StripeSession): string | null {
  const lines = session.line_items?.data ?? [];
  const [line] = lines;
  const due = order.trial ? 0 : order.amount_cents;
  const checks: readonly [boolean, string][] = [
    [session.client_reference_id === order.id, 'another order'],
    [order.stripe_session_id === null || order.stripe_session_id === session.id, 'another session'],
    [session.livemode === (config().payments.mode === 'live'), 'the other mode'],
    [session.mode === order.detail.mode, `mode ${session.mode}`],
    [session.currency === order.currency, `currency ${session.currency}`],
    [session.amount_total === due, `${session.amount_total} cents instead of ${due}`],
    [lines.length === 1 && line?.quantity === 1, 'other lines'],
    // such a price is made with its page, and has no id before
    [isPricedByPage(order.kind) || idOf(line?.price) === order.detail.price_id, 'another price'],
  ];
  return checks.find(([fits]) => !fits)?.[1] ?? null;
}

/** Whether a subscription is over for good. */
export const hasEnded = (subscription: StripeSubscription | null): boolean =>
  subscription !== null && ['canceled', 'incomplete_expired'].includes(subscription.status);

/** The subscription that a page made, when it was fetched with it. */
export function subscriptionOf(session: StripeSession): StripeSubscription | null {
  return session.subscription && typeof session.subscription === 'object' ? session.subscription : null;
}

import { config } from '#domain/platform/config.ts';
import { idOf, type StripeSession, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import type { Order } from './order.ts';
import { isPricedByPage } from './resolve-purchase.ts';

/** Our verdict on an order's payment page. */
export type Verdict =
  | { readonly kind: 'fulfil' | 'open' | 'pending' | 'expired' | 'failed' }
  | { readonly kind: 'review'; readonly reason: string };

/**
 * Judges a fetched payment page. A page that is not this order's, or not at its price, grants nothing and is left to an operator.
 * @param saidToHaveFailed whether an event has reported that a delayed payment failed, which the session itself does not show
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

/**
 * Returns the amount that a page received for its order, in cents, even if it differs from the price. Null when nothing was paid, when the
 * page belongs to another order, or when the currency or mode is not ours.
 */
export function receivedBy(order: Order, session: StripeSession): number | null {
  const isItsPage =
    session.client_reference_id === order.id && (order.stripe_session_id === null || order.stripe_session_id === session.id);
  const isOurMoney = session.currency === order.currency && session.livemode === (config().payments.mode === 'live');
  return isItsPage && isOurMoney && session.payment_status === 'paid' ? session.amount_total : null;
}

/** Tells whether a delayed payment has failed: it then ends in one of these states. */
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
    // a price created together with its page has no id before
    [isPricedByPage(order.kind) || idOf(line?.price) === order.detail.price_id, 'another price'],
  ];
  return checks.find(([fits]) => !fits)?.[1] ?? null;
}

/** Tells whether a subscription has ended for good. */
export const hasEnded = (subscription: StripeSubscription | null): boolean =>
  subscription !== null && ['canceled', 'incomplete_expired'].includes(subscription.status);

/** Returns the subscription that a page created, if it was expanded. */
export function subscriptionOf(session: StripeSession): StripeSubscription | null {
  return session.subscription && typeof session.subscription === 'object' ? session.subscription : null;
}

import type { Knex } from 'knex';
import type { RefundSum } from '#contract/billing/subscription.contract.ts';
import { REFUND_DAYS } from '#contract/billing/catalogue.ts';
import { wordsOfPayment } from './payment-words.ts';
import type { PaymentRow } from './record-payment.ts';

/** The last moment of a refund is in time. */
export const IN_TIME = `now() <= paid_at + interval '${REFUND_DAYS} days'`;
/** Given, under way, or known to Stripe and come back: then a person has to look, and it is not asked for again. */
export const NOT_GIVEN_UP = `(status <> 'failed' or stripe_refund_id is not null)`;

/** What is left of a payment, in cents. */
export const leftOf = ({ amount_cents: cents, refunded_cents: given }: Pick<PaymentRow, 'amount_cents' | 'refunded_cents'>): number =>
  cents - given;

/** What was paid within the time for raising these plans, the oldest first. */
export async function raisesOf(store: Knex, subscriptionIds: readonly (string | null)[]): Promise<PaymentRow[]> {
  const known = subscriptionIds.filter((id) => id !== null);
  if (known.length === 0) return [];
  return store('billing_payment')
    .whereIn('stripe_subscription_id', known)
    .where({ reason: 'subscription_update', status: 'paid', disputed: false })
    .whereRaw(`${IN_TIME} and refunded_cents = 0 and amount_cents > 0`)
    .whereNotExists(
      store('refund').whereRaw(`refund.payment_id = billing_payment.id and ${NOT_GIVEN_UP.replace('status', 'refund.status')}`),
    )
    .orderBy(['created_at', 'id']);
}

type Part = Pick<PaymentRow, 'package_id' | 'reason' | 'description' | 'amount_cents' | 'refunded_cents'>;

/** What giving these payments back comes to, in words and cents. */
export function refundSumOf(payments: readonly Part[]): RefundSum {
  const parts = payments.map((payment) => {
    const words = wordsOfPayment(payment.package_id, payment.reason, payment.description);
    return { description: payment.description, ...(words && { description_words: words }), amount_cents: leftOf(payment) };
  });
  return { amount_cents: parts.reduce((sum, part) => sum + part.amount_cents, 0), parts };
}

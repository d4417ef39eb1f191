import { rowsOf, sql } from '#domain/platform/sql.ts';
import { database } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';
import { findCustomer } from '#domain/billing/checkout/ensure-customer.command.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';

/** Entries per call, newest first. */
const PAGE = 100;

/**
 * Removes a customer's credit at Stripe after a refund, because a plan change at Stripe can turn unused payments into credit. Removes only
 * the part by which credit and refunds together exceed the amount paid; other credit stays. Repeating it, even concurrently, removes no
 * more.
 * @throws StripeFailure
 */
export async function removeCredit(payment: PaymentRow): Promise<void> {
  const { stripe_subscription_id: plan, account_id: accountId } = payment;
  const customer = plan && (await findCustomer(accountId));
  if (!customer) return;
  const standing = await creditOf(customer, plan);
  if (standing === 0) return;
  const { paid, given } = await moneyOf(plan);
  const taken = Math.min(standing, given + standing - paid);
  if (taken <= 0) return;
  await callStripe('customers.createBalanceTransaction', 'customer_balance_transaction', (stripe) =>
    stripe.customers.createBalanceTransaction(
      customer,
      { amount: taken, currency: 'usd', description: 'Given back with the payment it came of', metadata: { credit_of: plan } },
      { idempotencyKey: `credit:${plan}:${given}` },
    ),
  );
  await recordAudit({ actor: 'system:billing', action: 'credit.take', subject: `payment:${payment.id}`, detail: { amount_cents: taken } });
}

/** Returns the cents of a customer's credit that come from invoices of a plan and are not removed yet. */
async function creditOf(customer: string, plan: string): Promise<number> {
  const found = await callStripe('customers.retrieve', 'customer', (stripe) => stripe.customers.retrieve(customer));
  if (found.deleted || found.balance >= 0) return 0;
  const invoices = await callStripe('invoices.list', 'list', (stripe) => stripe.invoices.list({ subscription: plan, limit: PAGE }));
  const left = invoices.data.reduce(
    (sum, { starting_balance: before, ending_balance: after, status }) =>
      status === 'draft' || status === 'void' || after === null ? sum : sum + before - after,
    0,
  );
  const moves = await callStripe('customers.listBalanceTransactions', 'list', (stripe) =>
    stripe.customers.listBalanceTransactions(customer, { limit: PAGE }),
  );
  const taken = moves.data.reduce((sum, { amount, metadata }) => (metadata?.credit_of === plan ? sum + amount : sum), 0);
  return Math.max(0, Math.min(-found.balance, left - taken));
}

/** Returns, in cents, the amount paid for a plan and the part that was or will be refunded. */
async function moneyOf(plan: string): Promise<{ paid: number; given: number }> {
  const [money] = await rowsOf<{ paid: number; given: number }>(
    database(),
    sql`with paid as (select id, amount_cents from billing_payment where stripe_subscription_id = ${plan} and status = 'paid')
     select (select coalesce(sum(amount_cents), 0)::bigint from paid) as paid,
            (select coalesce(sum(amount_cents), 0)::bigint from refund where status <> 'failed' and payment_id in (select id from paid)) as given`,
  );
  return money!;
}

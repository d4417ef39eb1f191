import { database } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';
import { findCustomer } from '#domain/billing/checkout/ensure-customer.command.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';

/** As many as one call gives, newest first. */
const PAGE = 100;

/**
 * What was paid for a plan and not used can stand at Stripe as credit of its owner, when somebody changed the plan there. Of that credit goes
 * what would come on top of the money that is given back: nobody is given more of a plan's money than was paid. Credit of another origin
 * stays. Doing it again, also at the same time, takes no more.
 * @throws StripeFailure
 */
export async function takeCredit(payment: PaymentRow): Promise<void> {
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

/** Cents of a person's credit that invoices of a plan have left and that were not taken yet. */
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

/** What was paid for a plan, and what of it is given back or going to be, in cents. */
async function moneyOf(plan: string): Promise<{ paid: number; given: number }> {
  const { rows } = await database().raw(
    `with paid as (select id, amount_cents from billing_payment where stripe_subscription_id = :plan and status = 'paid')
     select (select coalesce(sum(amount_cents), 0)::bigint from paid) as paid,
            (select coalesce(sum(amount_cents), 0)::bigint from refund where status <> 'failed' and payment_id in (select id from paid)) as given`,
    { plan },
  );
  return rows[0];
}

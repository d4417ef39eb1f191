import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { cancelAtStripe } from './cancel-at-stripe.ts';
import { findCustomer } from '#domain/billing/checkout/ensure-customer.command.ts';
import { expireCheckouts } from '#domain/billing/checkout/checkout.commands.ts';
import { lockBilling } from '#domain/billing/checkout/order.ts';

/**
 * Ends everything of an account that could still cost its owner money (open payment pages and plans, at once), and deletes the customer at
 * Stripe, with address and card. Stripe retains payments, as the law requires. Call it outside any transaction before an account is
 * emptied, and again after a failure: repeating it changes nothing.
 * @throws StripeFailure when Stripe cannot be reached
 */
export async function closeBilling(accountId: string): Promise<void> {
  if (config().payments.mode !== 'off') {
    await expireCheckouts({ accountId });
    const plans = await database()('subscription')
      .where({ account_id: accountId })
      .whereNotNull('stripe_subscription_id')
      .whereNot('status', 'canceled')
      .select('stripe_subscription_id');
    for (const { stripe_subscription_id: id } of plans) await cancelAtStripe(id!);
    await forgetCustomer(accountId);
  }
  await transact(async (trx) => {
    await lockBilling(trx, accountId);
    const ended = await trx('subscription')
      .where({ account_id: accountId, status: 'trialing', stripe_subscription_id: null })
      .update({ status: 'canceled', ended_at: trx.fn.now() })
      .returning('id');
    if (ended.length > 0) await recordAudit({ actor: 'system:billing', action: 'billing.close', subject: `account:${accountId}` }, trx);
  });
}

async function forgetCustomer(accountId: string): Promise<void> {
  const customer = await findCustomer(accountId);
  if (!customer) return;
  try {
    await callStripe<{ object: 'customer' }>('customers.del', 'customer', (stripe) => stripe.customers.del(customer));
  } catch (error) {
    if (!isStripeFailure(error, 'missing')) throw error;
  }
  await database()('billing_customer').where({ account_id: accountId, stripe_customer_id: customer }).delete();
}

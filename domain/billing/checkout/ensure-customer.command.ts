import { createHash } from 'node:crypto';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';

/** Returns a user's customer id at Stripe, if any. */
export async function findCustomer(accountId: string): Promise<string | null> {
  const row = await database()('billing_customer').where({ account_id: accountId }).first('stripe_customer_id');
  return row?.stripe_customer_id ?? null;
}

/**
 * Returns a user's customer id at Stripe, creating the customer if needed. Concurrent calls create only one, because they use the same
 * idempotency key.
 * @param replaces an id that Stripe does not know; a new customer replaces it
 * @throws StripeFailure, ProductError not_found
 */
export async function ensureCustomer(accountId: string, replaces?: string): Promise<string> {
  const known = await findCustomer(accountId);
  if (known && known !== replaces) return known;
  const account = await database()('account').where({ id: accountId }).first('email', 'first_name', 'last_name');
  if (!account) throw notFound('account');
  const about = { email: account.email, name: `${account.first_name} ${account.last_name}`, metadata: { user_id: accountId } };
  // after a crash the user may have changed their name: Stripe would reject the changed request under the old key for a day
  const named = createHash('sha256').update(JSON.stringify(about)).digest('base64url').slice(0, 22);
  const idempotencyKey = `customer:${accountId}:${named}${replaces ? `:${replaces}` : ''}`;
  const customer = await callStripe('customers.create', 'customer', (stripe) => stripe.customers.create(about, { idempotencyKey }));
  await keepCustomer(accountId, customer.id);
  return customer.id;
}

/**
 * Stores a customer id. Both columns are unique, and an upsert on one would violate the other; concurrent writes of the same customer must
 * both succeed.
 */
async function keepCustomer(accountId: string, customerId: string): Promise<void> {
  const row = { account_id: accountId, stripe_customer_id: customerId };
  const added = await database()('billing_customer').insert(row).onConflict().ignore().returning('account_id');
  if (added.length === 0)
    await database()('billing_customer')
      .where({ account_id: accountId })
      .whereNot({ stripe_customer_id: customerId })
      .update({ stripe_customer_id: customerId });
}

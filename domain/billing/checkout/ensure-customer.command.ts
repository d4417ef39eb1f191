import { createHash } from 'node:crypto';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';

/** Stripe's customer of a person, if there is one. */
export async function findCustomer(accountId: string): Promise<string | null> {
  const row = await database()('billing_customer').where({ account_id: accountId }).first('stripe_customer_id');
  return row?.stripe_customer_id ?? null;
}

/**
 * Stripe's customer of a person, made on first need. Two at a time make one: the key is the same.
 * @param replaces an id that Stripe does not know (any more): a new customer takes its place
 * @throws StripeFailure, ProductError not_found
 */
export async function ensureCustomer(accountId: string, replaces?: string): Promise<string> {
  const known = await findCustomer(accountId);
  if (known && known !== replaces) return known;
  const account = await database()('account').where({ id: accountId }).first('email', 'first_name', 'last_name');
  if (!account) throw notFound('account');
  const about = { email: account.email, name: `${account.first_name} ${account.last_name}`, metadata: { user_id: accountId } };
  // of whoever has changed their name since we died half-way it is another request: Stripe would refuse the old key for a day
  const named = createHash('sha256').update(JSON.stringify(about)).digest('base64url').slice(0, 22);
  const idempotencyKey = `customer:${accountId}:${named}${replaces ? `:${replaces}` : ''}`;
  const customer = await callStripe('customers.create', 'customer', (stripe) => stripe.customers.create(about, { idempotencyKey }));
  await keepCustomer(accountId, customer.id);
  return customer.id;
}

/**
 * Of two that write the same customer at once neither fails: both its columns are unique, and an upsert by one of them would be refused by the other.
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

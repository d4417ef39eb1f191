import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';
import { findCustomer } from '#domain/billing/checkout/ensure-customer.command.ts';
import { returnAddresses } from '#domain/billing/checkout/return-address.ts';

/** Features of Stripe's portal: card, invoices and cancelling. Plan changes stay with us, because we show a preview. */
const FEATURES = {
  customer_update: { enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' as const },
  subscription_update: { enabled: false },
};
const MADE_BY = 'coursewright';

/**
 * Returns the page at Stripe where users manage card and invoices.
 * @throws ProductError subscription.none for users who never paid, validation.failed, payments.not_configured, payments.unavailable
 */
export async function openPortal({
  accountId,
  originUrl,
}: {
  accountId: string;
  originUrl?: string | undefined;
}): Promise<{ url: string }> {
  const { cancelUrl } = returnAddresses(originUrl, undefined);
  const customer = await findCustomer(accountId);
  const hasPaid = customer && (await database()('billing_order').where({ account_id: accountId }).whereNotNull('fulfilled_at').first('id'));
  if (!customer || !hasPaid)
    throw new ProductError('subscription.none', 'There is nothing to manage yet, because you have not bought anything.');
  const configuration = await ensureConfiguration();
  const session = await callStripe('billingPortal.sessions.create', 'billing_portal.session', (stripe) =>
    stripe.billingPortal.sessions.create({ customer, configuration, return_url: cancelUrl }),
  );
  return { url: session.url };
}

async function ensureConfiguration(): Promise<string> {
  const list = await callStripe('billingPortal.configurations.list', 'list', (stripe) =>
    stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
  );
  const known = list.data.find(({ metadata }) => metadata?.made_by === MADE_BY);
  if (known) return known.id;
  const made = await callStripe('billingPortal.configurations.create', 'billing_portal.configuration', (stripe) =>
    stripe.billingPortal.configurations.create(
      { features: FEATURES, metadata: { made_by: MADE_BY } },
      { idempotencyKey: `portal:${MADE_BY}` },
    ),
  );
  return made.id;
}

import { database, transact } from '#domain/platform/database.ts';
import { callStripe, idOf, type StripeInvoice } from '#domain/vendors/stripe/stripe.client.ts';
import { fetchChargedPackage } from './charged-package.ts';
import { lockBilling } from './order.ts';
import { recordInvoice } from './record-payment.ts';
import { syncSubscription, type Synced } from './sync-subscription.command.ts';

/** An invoice as it is now, with its payments. @throws StripeFailure */
export function fetchInvoice(id: string): Promise<StripeInvoice> {
  return callStripe('invoices.retrieve', 'invoice', (stripe) => stripe.invoices.retrieve(id, { expand: ['payments'] }));
}

/**
 * Writes an invoice of a plan down, and its plan: what was paid may have begun a period, what was not may have ended one.
 * @throws StripeFailure
 */
export async function syncInvoice(invoiceId: string): Promise<Synced> {
  const invoice = await fetchInvoice(invoiceId);
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  if (!subscriptionId) return 'foreign';
  const synced = await syncSubscription(subscriptionId);
  if (synced !== 'written') return synced;
  const row = await database()('subscription')
    .where({ stripe_subscription_id: subscriptionId })
    .first('account_id', 'order_id', 'package_id');
  const charged = await fetchChargedPackage(invoice);
  await transact(async (trx) => {
    await lockBilling(trx, row.account_id);
    await recordInvoice(trx, {
      accountId: row.account_id,
      orderId: row.order_id,
      packageId: row.package_id,
      charged,
      subscriptionId,
      invoice,
    });
  });
  return 'written';
}

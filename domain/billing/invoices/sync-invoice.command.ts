import { database, transact } from '#domain/platform/database.ts';
import { idOf } from '#domain/vendors/stripe/stripe.client.ts';
import { fetchChargedPackage } from '#domain/billing/catalogue/charged-package.ts';
import { addRefundAfterEnd, voidInvoice } from '#domain/billing/subscriptions/ended-plan.ts';
import { fetchInvoice } from '#domain/billing/subscriptions/fetch-subscription.ts';
import { executeRefund } from '#domain/billing/refunds/execute-refund.command.ts';
import { lockBilling } from '#domain/billing/checkout/order.ts';
import { recordInvoice } from '#domain/billing/checkout/record-payment.ts';
import { syncSubscription, type SyncResult } from '#domain/billing/subscriptions/sync-subscription.command.ts';

/**
 * Stores an invoice of a plan, and its plan: a payment may have begun a period, a missing one may have ended it. For a plan that has ended,
 * open invoices are voided and payments in vain refunded.
 * @throws StripeFailure
 */
export async function syncInvoice(invoiceId: string): Promise<SyncResult> {
  const found = await fetchInvoice(invoiceId);
  const subscriptionId = idOf(found.parent?.subscription_details?.subscription);
  if (!subscriptionId) return 'foreign';
  const synced = await syncSubscription(subscriptionId);
  if (synced !== 'written') return synced;
  const row = await database()('subscription')
    .where({ stripe_subscription_id: subscriptionId })
    .first('account_id', 'order_id', 'package_id', 'status');
  const charged = await fetchChargedPackage(found);
  const invoice = row!.status === 'canceled' ? await voidInvoice(found) : found;
  const inVain = await transact(async (trx) => {
    await lockBilling(trx, row!.account_id);
    await recordInvoice(trx, {
      accountId: row!.account_id,
      orderId: row!.order_id,
      packageId: row!.package_id,
      charged,
      subscriptionId,
      invoice,
    });
    return addRefundAfterEnd(trx, invoiceId);
  });
  if (inVain) await executeRefund(inVain);
  return 'written';
}

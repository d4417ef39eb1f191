import { uuidv7 } from 'uuidv7';
import { lockBilling, type Order } from '#domain/billing/checkout/order.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';
import { transact } from '#domain/platform/database.ts';
import { executeRefund } from './execute-refund.command.ts';

/**
 * Refunds the rest of an order's single payment, once, when it cannot be delivered. Does nothing for a disputed payment or one with a
 * refund under way. The refund is stored first, so that the reconciler continues it after a crash.
 * @throws StripeFailure; ProductError payments.unavailable
 */
export async function refundOrder({ orderId, reason }: { orderId: string; reason: string }): Promise<void> {
  const refundId = await transact(async (trx) => {
    const order: Pick<Order, 'account_id'> = await trx('billing_order').where({ id: orderId }).first('account_id');
    await lockBilling(trx, order.account_id);
    const payment: PaymentRow | undefined = await trx('billing_payment')
      .where({ order_id: orderId, status: 'paid', disputed: false })
      .first();
    if (!payment || (await trx('refund').where({ payment_id: payment.id }).first('id'))) return null;
    const id = uuidv7();
    await trx('refund').insert({
      id,
      payment_id: payment.id,
      account_id: payment.account_id,
      amount_cents: payment.amount_cents - payment.refunded_cents,
      requested_by: 'operator',
      reason,
    });
    return id;
  });
  if (refundId) await executeRefund(refundId);
}

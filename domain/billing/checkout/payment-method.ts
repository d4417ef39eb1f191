import { database } from '#domain/platform/database.ts';
import { callStripe, type StripeIntent } from '#domain/vendors/stripe/stripe.client.ts';
import { intentOf } from './find-payment.ts';

/**
 * Returns what Stripe recognises a payment's method by, whoever pays with it: `payment_method_details.<type>.fingerprint` of the charge, which
 * is the same for one card number or bank account throughout our account at Stripe.
 * @see https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card-fingerprint
 * @returns null for methods without a fingerprint, such as PayPal or Link, and when the charge was not expanded
 */
export function methodFingerprint(intent: StripeIntent | string | null): string | null {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  const details = typeof charge === 'object' ? charge?.payment_method_details : null;
  if (!details) return null;
  const { fingerprint } = (details as unknown as Record<string, { fingerprint?: string | null } | undefined>)[details.type] ?? {};
  return fingerprint ? `${details.type}:${fingerprint}` : null;
}

/** Asks Stripe for the method of a payment where it is not stored, as for courses bought before it was. @throws StripeFailure */
export async function learnMethod(paymentId: string, accountId: string): Promise<void> {
  const payment = await database()('billing_payment').where({ id: paymentId, account_id: accountId, status: 'paid' }).first();
  if (!payment || payment.method_fingerprint || payment.order_id === null) return;
  const order = await database()('billing_order').where({ id: payment.order_id, kind: 'course' }).first('id');
  const id = order && (await intentOf(payment));
  if (!id) return;
  const intent = await callStripe('paymentIntents.retrieve', 'payment_intent', (stripe) =>
    stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
  );
  const fingerprint = methodFingerprint(intent);
  if (fingerprint) await database()('billing_payment').where({ id: paymentId }).update({ method_fingerprint: fingerprint });
}

import type Stripe from 'stripe';
import { markPaid } from '../invoices/collect-invoice.ts';
import { subscriptionOf } from '../invoices/invoices.ts';
import type { World } from '../state/world.ts';
import { afterPaid, afterRenewalFailed } from '../subscriptions/payment-outcome.ts';
import { settleIntent } from './pay.ts';

/** Settles a bank debit, succeeded or failed, and updates its invoice, subscription and session. */
export function settleDebit(world: World, intent: Stripe.PaymentIntent, outcome: 'succeeded' | 'failed'): void {
  settleIntent(world, intent, outcome);
  const payment = world.store.list('invoice_payments').find((row) => row.payment.payment_intent === intent.id);
  const invoice = payment && world.store.get('invoices', String(payment.invoice));
  if (invoice) followInvoice(world, invoice, outcome);
  const wanted = world.note(intent.id).session;
  const session = world.store.list('sessions').find((row) => row.id === wanted || row.payment_intent === intent.id);
  if (!session) return;
  if (outcome === 'succeeded') session.payment_status = 'paid';
  world.store.put('sessions', session);
  world.emit(`checkout.session.async_payment_${outcome}`, session);
}

function followInvoice(world: World, invoice: Stripe.Invoice, outcome: 'succeeded' | 'failed'): void {
  if (outcome === 'succeeded') {
    markPaid(world, invoice);
    afterPaid(world, invoice);
    return;
  }
  world.emit('invoice.payment_failed', invoice);
  const subscription = world.store.get('subscriptions', subscriptionOf(invoice) ?? '');
  if (subscription && subscription.status !== 'canceled') afterRenewalFailed(world, subscription, invoice);
}

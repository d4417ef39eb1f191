import type Stripe from 'stripe';
import { createCustomer } from '../customers/customers.ts';
import { createPaymentMethod, type PaymentMeans } from '../customers/payment-methods.ts';
import { collectInvoice, intentOf, issueInvoice } from '../invoices/collect-invoice.ts';
import { AUTHENTICATION_FAILED, asksToAuthenticate, attemptPayment, declineOf, failAuthentication } from '../payments/pay.ts';
import { createIntent } from '../payments/payment-intents.ts';
import { idOf, type World } from '../state/world.ts';
import { createSubscription } from '../subscriptions/build-subscription.ts';
import { periodLines } from '../subscriptions/proration.ts';
import { activate } from '../subscriptions/payment-outcome.ts';
import { detailsOf } from './create-session.ts';

/** The data sent by the checkout page. `means` null: no payment method (only if none is needed). */
export interface Payer {
  email: string | null;
  means: PaymentMeans | null;
  authentication: 'not-asked' | 'passed' | 'failed';
}

export type CheckoutResult =
  | { kind: 'complete'; location: string }
  | { kind: 'authenticate' }
  | { kind: 'declined'; message: string }
  /** The session was completed or expired meanwhile. */
  | { kind: 'closed'; status: 'complete' | 'expired' };

/** Tells whether the session can be completed without a payment method. */
export function needsNoMethod(session: Stripe.Checkout.Session): boolean {
  return session.amount_total === 0 && session.payment_method_collection === 'if_required';
}

/** Returns where the payer is redirected afterwards: only the literal braces are replaced, as Stripe does. */
export function successLocation(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/** Pays an open session, as its page does. */
export function completeSession(world: World, session: Stripe.Checkout.Session, payer: Payer): CheckoutResult {
  if (session.status !== 'open') return { kind: 'closed', status: session.status === 'complete' ? 'complete' : 'expired' };
  if (payer.means === null && !needsNoMethod(session)) return { kind: 'declined', message: 'A payment method is needed.' };
  const card = payer.means?.type === 'card' ? payer.means.card : undefined;
  const presence = { present: true, authenticated: payer.authentication === 'passed' };
  if (payer.authentication === 'not-asked' && asksToAuthenticate(card, presence)) return { kind: 'authenticate' };
  const refusal = payer.authentication === 'failed' ? AUTHENTICATION_FAILED : declineOf(card, presence);
  const email = payer.email ?? session.customer_details?.email ?? null;

  if (session.mode === 'payment') payOnce(world, session, payer, email);
  else if (!refusal) subscribe(world, session, payer, email);
  if (refusal) return { kind: 'declined', message: refusal.message };

  Object.assign(session, { status: 'complete', url: null, customer_details: detailsOf(email, session.customer_details?.name ?? null) });
  world.store.put('sessions', session);
  world.emit('checkout.session.completed', session);
  return { kind: 'complete', location: successLocation(session) };
}

/** Makes one payment. A declined attempt leaves its payment intent on the session, for the next. */
function payOnce(world: World, session: Stripe.Checkout.Session, payer: Payer, email: string | null): void {
  const plan = world.note(session.id).checkout;
  if (session.customer_creation === 'always' && session.customer === null)
    session.customer = createCustomer(world, email ? { email } : {}).id;
  const customer = idOf(session.customer);
  if (session.amount_total === 0 || payer.means === null) {
    session.payment_status = 'no_payment_required';
    return;
  }
  const intent =
    session.payment_intent === null
      ? createIntent(world, {
          amount: session.amount_total ?? 0,
          currency: session.currency ?? 'usd',
          customer,
          description: plan?.paymentDescription ?? null,
          metadata: { ...plan?.paymentMetadata },
          receiptEmail: null,
          methodTypes: session.payment_method_types,
        })
      : world.store.must('payment_intents', idOf(session.payment_intent) ?? '');
  session.payment_intent = intent.id;
  const method = createPaymentMethod(world, payer.means, plan?.savesCard ? customer : null, email);
  if (payer.authentication === 'failed') {
    failAuthentication(world, intent, method.id);
  } else {
    const { result } = attemptPayment(world, intent, method.id, { present: true, authenticated: payer.authentication === 'passed' });
    if (result === 'succeeded') session.payment_status = 'paid';
  }
  world.store.put('sessions', session);
}

function subscribe(world: World, session: Stripe.Checkout.Session, payer: Payer, email: string | null): void {
  const plan = world.note(session.id).checkout;
  if (!plan) throw new Error(`the sandbox has lost the purpose of session ${session.id}`);
  session.customer ??= createCustomer(world, email ? { email } : {}).id;
  const customer = idOf(session.customer) ?? '';
  const method = payer.means === null ? null : createPaymentMethod(world, payer.means, customer, email).id;
  // Trial days count from now, not from the creation of the session.
  const waited = world.now(customer) - session.created;
  const subscription = createSubscription(world, {
    customer,
    lines: plan.lines.map(({ price, quantity }) => ({ price: world.store.must('prices', price), quantity })),
    trialEnd: plan.trialEnd === null ? null : plan.trialEnd + waited,
    missingPaymentMethod: plan.missingPaymentMethod,
    metadata: { ...plan.subscriptionMetadata },
    description: plan.subscriptionDescription,
    paymentMethod: method,
  });
  session.subscription = subscription.id;
  const trial = subscription.status === 'trialing';
  const now = world.now(customer);
  const lines = periodLines(world, subscription).map((line) =>
    trial ? { ...line, amount: 0, description: `Trial period for ${line.description}` } : line,
  );
  world.emit('customer.subscription.created', subscription);
  const invoice = issueInvoice(world, { subscription, reason: 'subscription_create', lines, period: { start: now, end: now } });
  session.invoice = invoice.id;
  const result = collectInvoice(world, invoice, method, { present: true, authenticated: true });
  if (!trial) activate(world, subscription);
  session.payment_status = trial ? 'no_payment_required' : result === 'succeeded' ? 'paid' : 'unpaid';
  if (result === 'processing') world.remember(intentOf(world, invoice).id, { session: session.id });
}

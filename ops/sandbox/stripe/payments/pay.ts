import type Stripe from 'stripe';
import { cardBehind } from '../customers/payment-methods.ts';
import { TEST_ACCOUNTS, type TestCard } from '../customers/test-cards.ts';
import { idOf, type World } from '../state/world.ts';
import { createCharge } from './charges.ts';
import { openDispute } from './disputes.ts';

/** How long a bank debit takes to settle, in s. */
const SETTLES_AFTER_S = 4 * 86_400;

export type PaymentResult = 'succeeded' | 'processing' | 'declined' | 'requires_action';
export type Decline = NonNullable<TestCard['decline']>;

/** Whether the owner takes part in a payment attempt. */
export interface Presence {
  /** The owner is on the page. */
  present: boolean;
  /** The owner has authenticated this payment. */
  authenticated: boolean;
}

const AUTHENTICATION_FAILED: Decline = {
  on: 'charge',
  code: 'payment_intent_authentication_failure',
  declineCode: 'authentication_required',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** Returns why a card would be declined; null if it would not. */
export function declineOf(card: TestCard | undefined, { present }: Presence): Decline | null {
  const { decline } = card ?? {};
  return decline && (decline.on === 'charge' || !present) ? decline : null;
}

/** Tells whether the card requires authentication first. */
export function asksToAuthenticate(card: TestCard | undefined, { present, authenticated }: Presence): boolean {
  return !authenticated && (card?.authenticates === 'always' || (card?.authenticates === 'setup' && present));
}

/** Attempts a payment with a payment method. The intent, its charge and their events show the outcome. */
export function attemptPayment(
  world: World,
  intent: Stripe.PaymentIntent,
  methodId: string,
  presence: Presence,
): { result: PaymentResult; decline: Decline | null } {
  const method = world.store.must('payment_methods', methodId);
  intent.payment_method = methodId;
  if (method.type === 'us_bank_account') return startDebit(world, intent, method);
  const card = cardBehind(world, methodId);
  if (asksToAuthenticate(card, presence)) {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk' };
    world.store.put('payment_intents', intent);
    world.emit('payment_intent.requires_action', intent);
    return { result: 'requires_action', decline: null };
  }
  const decline = declineOf(card, presence);
  if (decline) {
    refusePayment(world, intent, method, decline);
    return { result: 'declined', decline };
  }
  const charge = createCharge(world, intent, method, 'succeeded', null);
  completePayment(world, intent, charge);
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
  if (card?.disputes) openDispute(world, charge);
  return { result: 'succeeded', decline: null };
}

/** Fails a payment because the owner did not authenticate. */
export function failAuthentication(world: World, intent: Stripe.PaymentIntent, methodId: string): Decline {
  refusePayment(world, intent, world.store.must('payment_methods', methodId), AUTHENTICATION_FAILED);
  return AUTHENTICATION_FAILED;
}

export { AUTHENTICATION_FAILED };

function refusePayment(world: World, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, decline: Decline): void {
  const charge = createCharge(world, intent, method, 'failed', decline);
  Object.assign(intent, { status: 'requires_payment_method', next_action: null, latest_charge: charge.id, payment_method: null });
  intent.last_payment_error = {
    type: 'card_error',
    code: decline.code as Stripe.PaymentIntent.LastPaymentError.Code,
    decline_code: decline.declineCode,
    message: decline.message,
    charge: charge.id,
    payment_method: method,
  };
  world.store.put('payment_intents', intent);
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', intent);
}

function completePayment(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  });
  world.store.put('payment_intents', intent);
}

function startDebit(world: World, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): { result: PaymentResult; decline: null } {
  const charge = createCharge(world, intent, method, 'pending', null);
  const account = Object.keys(TEST_ACCOUNTS).find((number) => number.endsWith(method.us_bank_account?.last4 ?? '-'));
  Object.assign(intent, { status: 'processing', latest_charge: charge.id });
  world.store.put('payment_intents', intent);
  world.remember(intent.id, {
    settlesAt: world.now(intent.customer) + SETTLES_AFTER_S,
    settles: TEST_ACCOUNTS[account ?? ''] ?? 'succeeded',
  });
  world.emit('charge.pending', charge);
  world.emit('payment_intent.processing', intent);
  return { result: 'processing', decline: null };
}

/** Settles a pending bank debit. `settle-debit.ts` updates its session and invoice. */
export function settleIntent(world: World, intent: Stripe.PaymentIntent, outcome: 'succeeded' | 'failed'): void {
  world.remember(intent.id, { settlesAt: undefined });
  const charge = world.store.must('charges', idOf(intent.latest_charge) ?? '');
  const paid = outcome === 'succeeded';
  Object.assign(charge, { status: outcome, paid, captured: paid, amount_captured: paid ? charge.amount : 0 });
  if (paid) {
    charge.balance_transaction = world.id('txn');
    completePayment(world, intent, charge);
  } else {
    Object.assign(charge, {
      failure_code: 'insufficient_funds',
      failure_message: 'The customer’s account has insufficient funds to cover this payment.',
    });
    Object.assign(intent, { status: 'requires_payment_method', payment_method: null });
    intent.last_payment_error = {
      type: 'api_error',
      code: 'payment_method_provider_decline',
      message: charge.failure_message ?? '',
      charge: charge.id,
    };
    world.store.put('payment_intents', intent);
  }
  world.store.put('charges', charge);
  world.emit(`charge.${outcome}`, charge);
  world.emit(paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
}

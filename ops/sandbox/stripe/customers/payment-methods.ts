import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { World } from '../state/world.ts';
import { cardEndingWith, type TestCard } from './test-cards.ts';

/** The card or bank account a customer pays with. */
export type PaymentMeans = { type: 'card'; card: TestCard } | { type: 'us_bank_account'; account: string };

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Creates a payment method, attached if it has a customer. */
export function createPaymentMethod(
  world: World,
  means: PaymentMeans,
  customer: string | null,
  email: string | null,
): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: world.id('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    created: world.now(customer),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: means.type,
    ...(means.type === 'card'
      ? { card: cardDetails(means.card, world.now(customer)) }
      : { us_bank_account: accountDetails(means.account) }),
  };
  world.store.put('payment_methods', method);
  if (customer !== null) world.emit('payment_method.attached', method);
  return method;
}

function cardDetails(card: TestCard, now: number): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: 12,
    exp_year: new Date(now * 1000).getUTCFullYear() + 4,
    fingerprint: fingerprint(card.number),
    funding: 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

function accountDetails(account: string): Stripe.PaymentMethod.UsBankAccount {
  return {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: fingerprint(account),
    last4: account.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: '110000000',
    status_details: {},
  };
}

/** Returns the test card of a payment method; undefined for a bank account. */
export function cardBehind(world: World, method: string): TestCard | undefined {
  const last4 = world.store.must('payment_methods', method).card?.last4;
  return last4 === undefined ? undefined : cardEndingWith(last4);
}

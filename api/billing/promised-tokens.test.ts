import { expect, it, vi } from 'vitest';
import type * as catalogue from '#domain/billing/checkout/resolve-purchase.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { useBilling } from './billing-stack.factory.ts';

// the catalogue changes after the order was placed: 300 tokens now grant another number
const changed = vi.hoisted(() => ({ tokens: null as number | null }));
vi.mock('#domain/billing/checkout/resolve-purchase.ts', async (actual) => {
  const real = await actual<typeof catalogue>();
  return {
    ...real,
    purchaseOf: (id: string) => {
      const purchase = real.purchaseOf(id);
      return purchase && changed.tokens !== null && purchase.kind === 'tokens'
        ? { ...purchase, tokens: changed.tokens, name: `${changed.tokens} tokens` }
        : purchase;
    },
  };
});

const billing = useBilling();

it('an order gives what was promised when it was written, whatever the catalogue says by now, and gives back in proportion to that', async () => {
  const person = await billing.someone();
  const { session_id, order_id } = await billing.checkout(person, 300);
  changed.tokens = 50;
  await billing.pay(session_id);
  await billing.settle();
  expect((await billing.holdings(person)).purchased).toBe(330);
  const mail = await billing.knex()('outgoing_mail').where({ account_id: person.userId, kind: 'receipt' }).first('data');
  expect(mail.data).toMatchObject({ tokens: 33_000, description: '330 tokens' });

  // a third of the money: a third of the promised tokens
  const payment = await billing.knex()('billing_payment').where({ order_id }).first();
  await stripe().refunds.create({ payment_intent: payment.stripe_payment_intent_id, amount: 833 });
  await billing.settle();
  expect((await billing.holdings(person)).purchased).toBe(220);
});

it('a paid package is delivered even if it is no longer sold', async () => {
  changed.tokens = null;
  const person = await billing.someone();
  const { session_id } = await billing.checkout(person, 700);
  changed.tokens = 0;
  await billing.pay(session_id);
  await billing.settle();
  expect((await billing.holdings(person)).purchased).toBe(800);
});

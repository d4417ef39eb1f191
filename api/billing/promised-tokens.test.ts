import { expect, it } from 'vitest';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { useBilling } from './billing-stack.factory.ts';

const billing = useBilling();

it('an order grants the tokens promised when it was placed, whatever the catalogue says now, and refunds in proportion to them', async () => {
  const person = await billing.someone();
  const { session_id, order_id } = await billing.checkout(person, 300);
  // as if the order was written when the package had fewer tokens than in today's catalogue
  const promise = billing.knex().raw(`detail || '{"tokens": 90}'`);
  await billing.knex()('billing_order').where({ id: order_id }).update({ detail: promise });
  await billing.pay(session_id);
  await billing.settle();
  expect((await billing.holdings(person)).purchased).toBe(90);
  const mail = await billing.knex()('outgoing_mail').where({ account_id: person.userId, kind: 'receipt' }).first('data');
  expect(mail!.data).toMatchObject({ tokens: 9_000, description: '90 tokens' });

  // a third of the money refunds a third of the promised tokens
  const payment = await billing.knex()('billing_payment').where({ order_id }).first();
  await stripe().refunds.create({ payment_intent: payment!.stripe_payment_intent_id!, amount: 833 });
  await billing.settle();
  expect((await billing.holdings(person)).purchased).toBe(60);
});

it('a paid package is delivered even if it is no longer sold', async () => {
  const person = await billing.someone();
  const { session_id, order_id } = await billing.checkout(person, 700);
  await billing.knex()('billing_order').where({ id: order_id }).update({ package_id: 'tokens_discontinued' });
  await billing.pay(session_id);
  await billing.settle();
  expect((await billing.holdings(person)).purchased).toBe(800);
});

import { expect, it } from 'vitest';
import { refundPayment } from '#domain/billing/refunds/refund-payment.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { useProcessKills } from './process-kills.factory.ts';

const { billing, buyer, refund, stateOf, sweep } = useProcessKills();

it('a refund whose process is killed in the middle returns the money and removes the tokens once', () =>
  sweep(
    300,
    async ({ userId: accountId }, paymentId) =>
      () =>
        refundPayment({ accountId, paymentId }),
    { again: refund, only: 2 },
  ));

it('a dispute of which only the loss is received, after a partial refund', async () => {
  const { person, payment } = await buyer(300);
  const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
  await stripe().refunds.create({ payment_intent: intent!, amount: 1000 });
  await billing.settle();
  await billing.control('PUT', 'delivery', { mode: 'hold' });
  await billing.control('POST', 'dispute', { payment_intent: intent, status: 'created' });
  await billing.control('POST', 'dispute', { payment_intent: intent, status: 'lost' });
  const told = (await billing.events()).filter(({ type }) => type.startsWith('charge.dispute')).map(({ id }) => id);
  await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
  for (let time = 0; time < 2; time += 1) {
    await billing.control('POST', 'deliver', { event_ids: told.toReversed() });
    await billing.settle();
  }
  const { payments, held, alarms, orders } = await stateOf(person);
  expect(payments).toMatchObject([{ refunded_cents: 1000, disputed: true }]);
  expect([held.purchased, orders, alarms]).toEqual([0, ['charged_back'], ['dispute.lost']]);
});

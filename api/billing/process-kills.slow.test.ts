import { expect, it } from 'vitest';
import { changeSubscription } from '#domain/billing/subscriptions/subscription.commands.ts';
import { processEvents } from '#domain/billing/events/stripe-event.commands.ts';
import { refundPayment } from '#domain/billing/refunds/refund-payment.command.ts';
import { useProcessKills } from './process-kills.factory.ts';

// `process-kills.test.ts` has one kill of a refund; this file has kills after every lasting change of everything that moves money
const { billing, buyer, hold, refund, killAt, stateOf, sweep } = useProcessKills();

it.each([[300], ['basic_monthly']])(
  'a refund of %s whose process is killed anywhere returns the money and removes the tokens once',
  async (what) => {
    await sweep(
      what,
      async ({ userId: accountId }, paymentId) =>
        () =>
          refundPayment({ accountId, paymentId }),
      { again: refund },
    );
  },
);

it('an upgrade whose process is killed anywhere is charged once', async () => {
  for (let change = 1, isDead = true; isDead; change += 1) {
    const { person } = await buyer('basic_monthly');
    const raise = () => changeSubscription({ accountId: person.userId, packageId: 'premium_monthly' });
    isDead = await killAt(change, raise);
    // a user who got an error retries
    if (isDead) await billing.as(person).post('/api/subscription/change', { package_id: 'premium_monthly' });
    await billing.settle();
    const { payments, open } = await stateOf(person);
    expect(open, `${change}`).toEqual([{ status: 'active', package_id: 'premium_monthly', intent: null }]);
    expect(payments.map(({ amount_cents: cents }: any) => cents)).toEqual([1500, 3500]);
  }
});

it.each(['won', 'lost'] as const)(
  'a dispute that is %s, about tokens in use, counts once when the process that handles its events is killed anywhere',
  async (end) => {
    await sweep(300, async (person, payment) => {
      await hold(person, 200);
      const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
      await billing.control('PUT', 'delivery', { mode: 'hold' });
      await billing.control('POST', 'dispute', { payment_intent: intent, status: 'created' });
      await billing.control('POST', 'deliver', {});
      await billing.work();
      await billing.control('POST', 'dispute', { payment_intent: intent, status: end });
      await billing.control('POST', 'deliver', {});
      return processEvents;
    });
  },
);

import { expect, it } from 'vitest';
import { changeSubscription } from '#domain/billing/subscriptions/change-subscription.command.ts';
import { processEvents } from '#domain/billing/events/process-events.command.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { refundPayment } from '#domain/billing/refunds/refund-payment.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';
import { useKills } from './killed-billing.factory.ts';

const billing = useBilling();
const { buyer, hold, refund } = useBuyers(billing);
const { killAfter } = useKills(billing);

/** Crashes the process after a lasting change; pending events then arrive twice, newest first, and the reconciler runs. @returns whether it crashed */
async function killAt(change: number, act: () => Promise<unknown>): Promise<boolean> {
  const known = new Set((await billing.events()).map(({ id }) => id));
  await billing.control('PUT', 'delivery', { mode: 'hold' });
  const isDead = await killAfter(change, act);
  const told = (await billing.events()).map(({ id }) => id).filter((id) => !known.has(id));
  await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
  await billing.control('POST', 'deliver', { event_ids: told.toReversed() });
  await billing.settle();
  await billing.control('POST', 'deliver', { event_ids: told.toReversed() });
  await reconcileBilling();
  await billing.settle();
  return isDead;
}

/** Returns what was paid, refunded and is left, here and at Stripe, and the owner's notifications. */
async function stateOf(person: Person) {
  const payments = await billing.knex()('billing_payment').where({ account_id: person.userId }).orderBy('created_at');
  const given = await Promise.all(
    payments.map(async ({ stripe_payment_intent_id: intent }: any) =>
      (await stripe().refunds.list({ payment_intent: intent })).data.reduce((sum, { amount }) => sum + amount, 0),
    ),
  );
  const held = await billing.holdings(person);
  return {
    payments: payments.map(({ reason, amount_cents, refunded_cents, status, disputed }: any) => ({
      reason,
      amount_cents,
      refunded_cents,
      status,
      disputed,
    })),
    given,
    held: { ...held, mails: held.mails.toSorted() },
    refunds: (await billing.knex()('refund').where({ account_id: person.userId })).map(({ status }: any) => status),
    orders: await billing.knex()('billing_order').where({ account_id: person.userId }).pluck('status'),
    alarms: (await billing.knex()('billing_alarm').where({ account_id: person.userId })).map(({ kind }: any) => kind).toSorted(),
    open: await billing.knex()('subscription').where({ account_id: person.userId }).select('status', 'package_id', 'intent'),
  };
}

/** For each lasting change a new user buys and acts, and the process crashes after it; the final state must be the same as without a crash. */
async function sweep(
  what: string | number,
  act: (person: Person, payment: string) => Promise<() => Promise<unknown>>,
  again?: typeof refund,
): Promise<void> {
  let expected: unknown = null;
  for (let change = Infinity, next = 1; ; change = next, next += 1) {
    const { person, payment } = await buyer(what);
    const isDead = await killAt(change, await act(person, payment));
    // a user who got an error retries
    await again?.(person, payment);
    await billing.settle();
    const end = await stateOf(person);
    expected ??= end;
    if (change !== Infinity) {
      expect(end, `killed after ${change} changes`).toEqual(expected);
      if (!isDead) return;
    }
  }
}

it.each([[300], ['basic_monthly']])(
  'a refund of %s whose process is killed anywhere returns the money and removes the tokens once',
  async (what) => {
    await sweep(
      what,
      async ({ userId: accountId }, paymentId) =>
        () =>
          refundPayment({ accountId, paymentId }),
      refund,
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

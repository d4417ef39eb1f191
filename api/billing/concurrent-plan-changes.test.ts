import { describe, expect, it } from 'vitest';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { planOf, postAct } = billing;
const { buyer, refund } = useBuyers(billing);
const change = (person: Person, to: string) => postAct(person, 'change', { package_id: to });
const rowsOf = (person: Person) => billing.knex()('subscription').where({ account_id: person.userId });
const rowOf = (person: Person) => rowsOf(person).first();
const creditOf = async (person: Person): Promise<number> => {
  const { stripe_customer_id: id } = (await billing.knex()('billing_customer').where({ account_id: person.userId }).first())!;
  const { balance } = (await stripe().customers.retrieve(id)) as { balance: number };
  return balance === 0 ? 0 : -balance;
};
const raisesOf = (person: Person) =>
  billing.knex()('billing_payment').where({ account_id: person.userId, reason: 'subscription_update', status: 'paid' });

describe('concurrent decisions about a plan take effect one after another', () => {
  it.each([[['premium_monthly', 'standard_monthly']], [['standard_monthly', 'premium_monthly']]])(
    'upgraded to %j: the larger plan wins, is paid once and leaves no credit, in either order',
    async (wishes) => {
      const { person } = await buyer('basic_monthly');
      const answers = await Promise.all(wishes.map((to) => change(person, to)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await billing.settle();
      expect(await creditOf(person)).toBe(0);
      const raises = await raisesOf(person);
      expect(raises.reduce((sum: number, { amount_cents: cents }: any) => sum + cents, 0)).toBe(3500);
      // if the downgrade is second, it takes effect next period
      const follows = raises.length === 1 ? 'standard_monthly' : null;
      expect(await planOf(person)).toMatchObject({ package_id: 'premium_monthly', next_package_id: follows });
    },
  );

  it('five concurrent upgrades to the same plan are charged once, and all five succeed', async () => {
    const { person } = await buyer('basic_monthly');
    const answers = await Promise.all(Array.from({ length: 5 }, () => change(person, 'premium_monthly')));
    expect(answers.map(({ status, json }) => [status, json.package_id])).toEqual(Array.from({ length: 5 }, () => [200, 'premium_monthly']));
    await billing.settle();
    expect(await raisesOf(person)).toHaveLength(1);
  });

  it.each([[['cancel', 'resume', 'cancel']], [['resume', 'cancel', 'resume']]])(
    '%j: the last decision counts, and the scheduled change is not lost',
    async (acts) => {
      const { person } = await buyer('premium_monthly');
      await change(person, 'standard_monthly');
      await Promise.all(acts.map((act) => postAct(person, act)));
      await billing.settle();
      const row = await rowOf(person);
      expect(row).toMatchObject({ next_package_id: 'standard_monthly', intent: null });
      const found = await stripe().subscriptions.retrieve(row!.stripe_subscription_id!);
      expect([found.cancel_at_period_end, found.schedule === null]).toEqual([row!.cancel_at_period_end, row!.cancel_at_period_end]);
      await postAct(person, 'resume');
      expect(await planOf(person)).toMatchObject({ cancel_at_period_end: false, next_package_id: 'standard_monthly' });
    },
  );

  it.each([[['plan', 'resume']], [['resume', 'plan']], [['plan', 'cancel']], [['cancel', 'plan']], [['plan', 'cancel', 'resume']]])(
    '%j, not scheduled before: the scheduled change is not lost either',
    async (acts) => {
      const { person } = await buyer('premium_monthly');
      await Promise.all(acts.map((act) => (act === 'plan' ? change(person, 'standard_monthly') : postAct(person, act))));
      await billing.settle();
      const row = await rowOf(person);
      expect(row).toMatchObject({ next_package_id: 'standard_monthly', intent: null });
      const found = await stripe().subscriptions.retrieve(row!.stripe_subscription_id!);
      expect([found.cancel_at_period_end, found.schedule === null]).toEqual([row!.cancel_at_period_end, row!.cancel_at_period_end]);
    },
  );

  it('refunded and upgraded at once: no charge remains', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { person, payment } = await buyer('basic_monthly');
      const acts = [() => change(person, 'premium_monthly'), () => refund(person, payment)];
      await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act()));
      await billing.settle();
      expect(await planOf(person)).toMatchObject({ plan: 'Free Plan' });
      const paid = await billing.knex()('billing_payment').where({ account_id: person.userId, status: 'paid' });
      expect(paid.map(({ amount_cents: cents, refunded_cents: back }: any) => cents - back).filter((kept: number) => kept > 0)).toEqual([]);
    }
  });
});

it('a plan under refund cannot be upgraded, even after the refunding process has crashed', async () => {
  const { person, payment } = await buyer('basic_monthly');
  stripe().refunds.create = async () => {
    throw new Error('died');
  };
  expect(await refund(person, payment)).toMatchObject({ status: 503 });
  billing.setPayments({});
  expect(await change(person, 'premium_monthly')).toMatchObject({ status: 409, json: { code: 'subscription.none' } });
  await reconcileBilling();
  await billing.settle();
  expect(await planOf(person)).toMatchObject({ plan: 'Free Plan' });
  expect(await raisesOf(person)).toHaveLength(0);
});

describe('a decision whose process crashed before applying it', () => {
  it('is not forgotten because of a later decision', async () => {
    const { person } = await buyer('premium_monthly');
    stripe().subscriptionSchedules.create = async () => {
      throw new Error('died');
    };
    expect(await change(person, 'standard_monthly')).toMatchObject({ status: 503 });
    billing.setPayments({});
    expect(await postAct(person, 'cancel')).toMatchObject({ status: 200, json: { cancel_at_period_end: true } });
    expect(await postAct(person, 'resume')).toMatchObject({ json: { cancel_at_period_end: false, next_package_id: 'standard_monthly' } });
  });

  it('delays other callers no longer than its turn', async () => {
    const { person } = await buyer('basic_monthly');
    const left = billing.knex().raw(`now() + interval '500 ms'`);
    await rowsOf(person).update({ turn: crypto.randomUUID(), turn_until: left });
    expect(await change(person, 'premium_monthly')).toMatchObject({ status: 200, json: { package_id: 'premium_monthly' } });
  });
});

it('a stalled process that has lost the lock decides nothing: later decisions remain', async () => {
  const { person } = await buyer('basic_monthly');
  const { subscriptions } = stripe();
  const read = subscriptions.retrieve.bind(subscriptions);
  subscriptions.retrieve = async (...call: Parameters<typeof read>) => {
    const found = await read(...call);
    await rowsOf(person).update({ turn: crypto.randomUUID(), turn_until: billing.knex().fn.now() });
    return found;
  };
  expect(await postAct(person, 'cancel')).toMatchObject({ status: 503, json: { code: 'payments.unavailable' } });
  billing.setPayments({});
  await reconcileBilling();
  await billing.settle();
  expect(await planOf(person)).toMatchObject({ cancel_at_period_end: false });
  expect(await rowOf(person)).toMatchObject({ intent: null });
});

it('a stalled process that has lost the lock charges nothing', async () => {
  const { person } = await buyer('basic_monthly');
  const { subscriptions } = stripe();
  const read = subscriptions.retrieve.bind(subscriptions);
  subscriptions.retrieve = async (...call: Parameters<typeof read>) => {
    await rowsOf(person).update({ turn: crypto.randomUUID(), turn_until: billing.knex().fn.now() });
    return read(...call);
  };
  expect(await change(person, 'premium_monthly')).toMatchObject({ status: 503, json: { code: 'payments.unavailable' } });
  billing.setPayments({});
  await billing.settle();
  expect(await raisesOf(person)).toHaveLength(0);
  expect(await change(person, 'premium_monthly')).toMatchObject({ status: 200, json: { package_id: 'premium_monthly' } });
});

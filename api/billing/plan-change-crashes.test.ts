import { describe, expect, it } from 'vitest';
import { resumeSubscription } from '#domain/billing/subscriptions/cancel-subscription.command.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { DAY_S, useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';
import { useKills } from './killed-billing.factory.ts';

const billing = useBilling();
const { planRowOf, postAct } = billing;
const { buyer } = useBuyers(billing);
const { killAfter } = useKills(billing);

/**
 * Makes the process crash at its n-th call to Stripe, before it is sent or before its answer is read; later calls fail as well. An unread
 * answer to a question changes as much as a question that was not sent: `after` counts only the calls that change something.
 */
function dieAt(call: number, when: 'before' | 'after'): void {
  const { subscriptions, subscriptionSchedules } = stripe();
  let calls = 0;
  const mortal = (of: any, name: string) => {
    const real = of[name].bind(of);
    of[name] = async (...given: unknown[]) => {
      calls += 1;
      if (calls > call || (calls === call && when === 'before')) throw new Error('died');
      const answer = await real(...given);
      if (calls === call) throw new Error('died');
      return answer;
    };
  };
  const questions = when === 'before' ? ['retrieve'] : [];
  for (const name of [...questions, 'update']) mortal(subscriptions, name);
  for (const name of [...questions, 'create', 'update', 'release']) mortal(subscriptionSchedules, name);
}

/** Restarts the process, delivers all events, and runs the reconciler. */
async function comeBack(): Promise<void> {
  billing.setPayments({});
  await billing.settle();
  await reconcileBilling();
  await billing.settle();
}

/** Returns our state, and what Stripe will do when the period ends. */
async function standing(person: Person) {
  const row = await planRowOf(person);
  const found = await stripe().subscriptions.retrieve(row!.stripe_subscription_id!, { expand: ['schedule'] });
  const phases = typeof found.schedule === 'object' ? (found.schedule?.phases ?? []) : [];
  const price = phases.length > 1 ? phases.at(-1)!.items[0]!.price : null;
  return {
    here: { ending: row!.cancel_at_period_end, next: row!.next_package_id, isOpen: Boolean(row!.intent) },
    atStripe: { ending: found.cancel_at_period_end, next: price && (await stripe().prices.retrieve(price as string)).lookup_key },
  };
}
const going = (next: string | null) => ({ here: { ending: false, next, isOpen: false }, atStripe: { ending: false, next } });
const ending = (next: string | null) => ({ here: { ending: true, next, isOpen: false }, atStripe: { ending: true, next: null } });

describe('a process that crashes between two calls to Stripe', () => {
  it.each([
    ['resume', undefined, 'cancel', undefined, ending('standard_monthly'), going('standard_monthly')],
    ['cancel', undefined, 'resume', undefined, going('standard_monthly'), ending('standard_monthly')],
    ['change', 'basic_monthly', 'change', 'standard_monthly', going('standard_monthly'), going('basic_monthly')],
    ['change', 'premium_monthly', 'change', 'standard_monthly', going('standard_monthly'), going(null)],
  ])('during %s (%s) leaves the old state or the decided one, never half of it', async (act, to, back, backTo, before, after) => {
    const { person } = await buyer('premium_monthly');
    await postAct(person, 'change', { package_id: 'standard_monthly' });
    if (back === 'cancel') await postAct(person, 'cancel');
    await billing.settle();
    expect(await standing(person)).toEqual(before);
    for (const when of ['before', 'after'] as const)
      for (let call = 1; ; call += 1) {
        dieAt(call, when);
        const { status } = await postAct(person, act, to === undefined ? undefined : { package_id: to });
        await comeBack();
        const end = await standing(person);
        expect([before, after], `${when} ${call}`).toContainEqual(end);
        if (JSON.stringify(end) !== JSON.stringify(before)) {
          await postAct(person, back, backTo === undefined ? undefined : { package_id: backTo });
          await billing.settle();
          expect(await standing(person), `${when} ${call}`).toEqual(before);
        }
        if (status === 200) {
          expect(end).toEqual(after);
          break;
        }
        expect(status).toBe(503);
      }
  });

  it('or between two statements leaves no half of it either', async () => {
    const { person } = await buyer('premium_monthly');
    await postAct(person, 'change', { package_id: 'standard_monthly' });
    await postAct(person, 'cancel');
    await billing.settle();
    const [before, after] = [ending('standard_monthly'), going('standard_monthly')];
    expect(await standing(person)).toEqual(before);
    for (let change = 1, isDead = true; isDead; change += 1) {
      await billing.control('PUT', 'delivery', { mode: 'hold' });
      isDead = await killAfter(change, () => resumeSubscription(person.userId));
      await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
      await comeBack();
      const end = await standing(person);
      expect([before, after], `${change}`).toContainEqual(end);
      if (!isDead || end.here.ending) continue;
      await postAct(person, 'cancel');
      await billing.settle();
      expect(await standing(person), `${change}`).toEqual(before);
    }
    expect(await standing(person)).toEqual(after);
  });
});

describe('an upgrade of a plan that was to end, or to be downgraded', () => {
  /** Creates a user whose card pays once and never again. */
  async function withEmptyCard(): Promise<Person> {
    const person = await billing.someone();
    await billing.purchase(person, 'standard_monthly', { card: '4000000000000341' });
    return person;
  }

  it('and is not paid: it ends, or is downgraded, as before', async () => {
    const person = await withEmptyCard();
    await postAct(person, 'cancel');
    expect(await postAct(person, 'change', { package_id: 'premium_monthly' })).toMatchObject({ json: { code: 'payments.declined' } });
    await comeBack();
    expect(await standing(person)).toEqual(ending(null));
    const other = await withEmptyCard();
    await postAct(other, 'change', { package_id: 'basic_monthly' });
    expect(await postAct(other, 'change', { package_id: 'premium_monthly' })).toMatchObject({ json: { code: 'payments.declined' } });
    await comeBack();
    expect(await standing(other)).toEqual(going('basic_monthly'));
  });

  it('takes effect and is charged once, wherever the process crashes', async () => {
    const { person } = await buyer('standard_monthly');
    await postAct(person, 'change', { package_id: 'basic_monthly' });
    await postAct(person, 'cancel');
    for (let call = 1; ; call += 1) {
      dieAt(call, 'after');
      const { status } = await postAct(person, 'change', { package_id: 'premium_monthly' });
      await comeBack();
      if (status === 200 || (await planRowOf(person))!.package_id === 'premium_monthly') break;
      expect(await standing(person), `${call}`).toEqual(ending('basic_monthly'));
    }
    expect(await standing(person)).toEqual(going(null));
    const raises = await billing
      .knex()('billing_payment')
      .where({ account_id: person.userId, reason: 'subscription_update', status: 'paid' });
    expect(raises).toHaveLength(1);
  });
});

it('after a scheduled downgrade another one can be scheduled', async () => {
  const { person } = await buyer('premium_monthly');
  await postAct(person, 'change', { package_id: 'standard_monthly' });
  await billing.settleAfter(32 * DAY_S);
  expect(await planRowOf(person)).toMatchObject({ package_id: 'standard_monthly', next_package_id: null });
  expect(await postAct(person, 'change', { package_id: 'basic_monthly' })).toMatchObject({
    status: 200,
    json: { next_package_id: 'basic_monthly' },
  });
  expect(await standing(person)).toEqual(going('basic_monthly'));
});

it('two concurrent requests take effect once: the scheduled change remains', async () => {
  const { person } = await buyer('premium_monthly');
  await postAct(person, 'change', { package_id: 'standard_monthly' });
  for (const [act, end] of [
    ['cancel', ending('standard_monthly')],
    ['resume', going('standard_monthly')],
  ] as const) {
    await Promise.all([postAct(person, act), postAct(person, act), reconcileBilling()]);
    await comeBack();
    expect(await standing(person)).toEqual(end);
  }
});

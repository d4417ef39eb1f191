import { describe, expect, it } from 'vitest';
import { resumeSubscription } from '#domain/billing/subscriptions/subscription.commands.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import type { Person } from '#api/testing/test-api.ts';
import { DAY_S } from './billing-stack.factory.ts';
import { useKills } from './killed-billing.factory.ts';
import { dieAt, ending, going, useChangingPlans } from './plan-change-crashes.factory.ts';

const { billing, buyer, comeBack, standing } = useChangingPlans();
const { planRowOf, postAct } = billing;
const { killAfter } = useKills(billing);

describe('a process that crashes while a plan resumes', () => {
  const [before, after] = [ending('standard_monthly'), going('standard_monthly')];
  async function givenEnding(): Promise<Person> {
    const { person } = await buyer('premium_monthly');
    await postAct(person, 'change', { package_id: 'standard_monthly' });
    await postAct(person, 'cancel');
    await billing.settle();
    expect(await standing(person)).toEqual(before);
    return person;
  }

  it.each(['before', 'after'] as const)(
    '%s its first call to Stripe leaves the old state or the decided one, never half of it',
    async (when) => {
      const person = await givenEnding();
      dieAt(1, when);
      expect((await postAct(person, 'resume')).status).toBe(503);
      await comeBack();
      expect([before, after]).toContainEqual(await standing(person));
    },
  );

  it('after its first lasting change leaves no partial state either', async () => {
    const person = await givenEnding();
    expect(await killAfter(1, () => resumeSubscription(person.userId))).toBe(true);
    await comeBack();
    expect([before, after]).toContainEqual(await standing(person));
  });
});

describe('an upgrade of a plan that was about to end or be downgraded', () => {
  /** Creates a user whose card pays once and never again. */
  async function withEmptyCard(): Promise<Person> {
    const person = await billing.someone();
    await billing.purchase(person, 'standard_monthly', { card: '4000000000000341' });
    return person;
  }

  it('that is not paid: the plan ends, or is downgraded, as before', async () => {
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

  it('takes effect and is charged once although the process crashes after its first call', async () => {
    const { person } = await buyer('standard_monthly');
    await postAct(person, 'cancel');
    dieAt(1, 'after');
    await postAct(person, 'change', { package_id: 'premium_monthly' });
    await comeBack();
    await postAct(person, 'change', { package_id: 'premium_monthly' });
    await comeBack();
    expect(await standing(person)).toEqual(going(null));
    expect((await planRowOf(person))!.package_id).toBe('premium_monthly');
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

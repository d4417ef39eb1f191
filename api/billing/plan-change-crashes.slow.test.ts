import { describe, expect, it } from 'vitest';
import { resumeSubscription } from '#domain/billing/subscriptions/subscription.commands.ts';
import { useKills } from './killed-billing.factory.ts';
import { dieAt, ending, going, useChangingPlans } from './plan-change-crashes.factory.ts';

// `plan-change-crashes.test.ts` has one crash of each kind; this file has crashes at every call and after every lasting change
const { billing, buyer, comeBack, standing } = useChangingPlans();
const { planRowOf, postAct } = billing;
const { killAfter } = useKills(billing);

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

  it('or between two statements leaves no partial state either', async () => {
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

it('an upgrade of a plan that was about to end or be downgraded takes effect and is charged once, wherever the process crashes', async () => {
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

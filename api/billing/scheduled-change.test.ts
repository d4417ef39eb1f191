import { describe, expect, it } from 'vitest';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { DAY_S, useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { planOf } = billing;
const { buyer } = useBuyers(billing);
const post = async (person: Person, act: string, body?: object) => (await billing.as(person).post(`/api/subscription/${act}`, body)).json;

async function givenPlannedChange(): Promise<Person> {
  const { person } = await buyer('premium_monthly');
  await post(person, 'change', { package_id: 'standard_monthly' });
  await billing.settle();
  return person;
}

describe('a change scheduled for the end of the period', () => {
  it('is restored when a cancellation is reverted, and takes effect', async () => {
    const person = await givenPlannedChange();
    expect(await post(person, 'cancel')).toMatchObject({ cancel_at_period_end: true, next_package_id: null });
    await billing.settle();
    expect(await post(person, 'cancel')).toMatchObject({ cancel_at_period_end: true, next_package_id: null });
    expect(await post(person, 'change', { package_id: 'premium_monthly' })).toMatchObject({ code: 'subscription.unchanged' });
    expect(await post(person, 'resume')).toMatchObject({ cancel_at_period_end: false, next_package_id: 'standard_monthly' });
    await billing.settle();
    expect(await planOf(person)).toMatchObject({ plan: 'Premium', cancel_at_period_end: false, next_package_id: 'standard_monthly' });
    await billing.settleAfter(32 * DAY_S);
    expect(await planOf(person)).toMatchObject({ plan: 'Standard', next_package_id: null });
  });

  it('is not lost to a resume of a plan that was not cancelled', async () => {
    const person = await givenPlannedChange();
    expect(await post(person, 'resume')).toMatchObject({ next_package_id: 'standard_monthly' });
  });

  it('is removed when a cancelled plan is upgraded instead, and when the plan ends', async () => {
    const { person } = await buyer('standard_monthly');
    await post(person, 'change', { package_id: 'basic_monthly' });
    await post(person, 'cancel');
    expect(await post(person, 'change', { package_id: 'premium_monthly' })).toMatchObject({ plan: 'Premium', next_package_id: null });
    const ending = await givenPlannedChange();
    await post(ending, 'cancel');
    await billing.settleAfter(32 * DAY_S);
    expect(await planOf(ending)).toMatchObject({ plan: 'Free Plan', next_package_id: null });
    const { stripe_subscription_id: id } = (await billing.knex()('subscription').where({ account_id: ending.userId }).first())!;
    expect((await stripe().subscriptions.retrieve(id!)).status).toBe('canceled');
  });
});

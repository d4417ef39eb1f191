import { describe, expect, it } from 'vitest';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { buy } = useBuyers(billing);

/** All kinds of users who buy a plan instead of changing one, immediately before the purchase. */
const GROUPS: Record<string, (person: Person) => Promise<unknown>> = {
  'a trial from the payment page': async (person) => {
    await billing.buyAtPage(person, 'standard_yearly', { paying: { method: 'none' } });
  },
  'a trial of ours, after tokens were bought': async (person) => {
    await buy(person, 100);
    await billing.as(person).post('/api/auth/trial/activate', { user_id: person.userId, package_id: 'standard_yearly' });
  },
  'a Small Business of their own': async (person) => {
    await billing.buyAtPage(person, 'small_business', { page: { organisation_name: 'Bees & Co' } });
  },
  'a seat in an organisation, after tokens were bought': async (person) => {
    await buy(person, 100);
    const { id: organisation_id } = await givenOrganisation();
    await billing.knex()('organisation_member').insert({ organisation_id, account_id: person.userId, role: 'member' });
  },
};

const preview = (person: Person, plan: string) => billing.as(person).post('/api/subscription/preview', { package_id: plan });
const change = (person: Person, plan: string) => billing.as(person).post('/api/subscription/change', { package_id: plan });

describe.each(Object.keys(GROUPS))('with %s', (name) => {
  it('another plan is sold through checkout; as a plan change both calls reject it with the same message', async () => {
    const person = await billing.someone();
    await GROUPS[name]!(person);
    for (const plan of ['premium_yearly', 'basic_monthly', 'premium_monthly']) {
      const [looked, asked] = [await preview(person, plan), await change(person, plan)];
      expect([looked.status, looked.json.code]).toEqual([409, 'subscription.none']);
      expect([asked.status, asked.json.detail]).toEqual([409, looked.json.detail]);
    }
    await buy(person, 'premium_monthly');
    expect(await billing.holdings(person)).toMatchObject({ status: 'active', plan: 'premium_monthly' });
    const shown = (await billing.as(person).get('/api/subscription')).json;
    expect(shown).toMatchObject({ package_id: 'premium_monthly', status: 'Active', renews: true });
  });
});

it('a user renamed after a crash during the creation of their Stripe customer can buy at once', async () => {
  const person = await billing.someone();
  const { customers } = stripe();
  const real = customers.create.bind(customers);
  customers.create = async (...call: Parameters<typeof real>) => {
    await real(...call);
    throw new Error('died');
  };
  await expect(billing.checkout(person, 100)).rejects.toThrow('503');
  billing.setPayments({});
  await billing.knex()('account').where({ id: person.userId }).update({ first_name: 'Beatrice' });
  await buy(person, 100);
  expect(await billing.holdings(person)).toMatchObject({ purchased: 100 });
});

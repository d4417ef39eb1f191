import { describe, expect, it } from 'vitest';
import { refundPart } from '#domain/billing/refunds/refund-payment.command.ts';
import type { Person } from '#api/testing/test-api.ts';
import { DAY_S, useBilling } from './billing-stack.factory.ts';

const billing = useBilling();
const { organisationOf } = billing;

async function givenOwner(): Promise<Person> {
  const person = await billing.someone();
  await billing.buyAtPage(person, 'small_business', { page: { organisation_name: 'Apiary Ltd' } });
  return person;
}
const paymentOf = (person: Person, reason: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update') =>
  billing.knex()('billing_payment').where({ account_id: person.userId, reason }).first('id', 'amount_cents', 'stripe_payment_intent_id');
const yearsOf = async (person: Person) => {
  const { organisation_id } = await organisationOf(person);
  const lots = await billing.knex()('token_lot').where({ owner_id: organisation_id }).orderBy('expires_at').select('remaining', 'dead');
  const ends = await billing.knex()('organisation_term').where({ organisation_id }).orderBy('starts_at').pluck('ends_at');
  return { lots, ends: ends.map((end: Date) => Math.round((end.getTime() - Date.now()) / 1000 / DAY_S)) };
};

describe('the money of an organisation', () => {
  it('is lost in a dispute: pool and plan end, for its members too', async () => {
    const owner = await givenOwner();
    const { stripe_payment_intent_id: payment_intent } = (await paymentOf(owner, 'subscription_create'))!;
    for (const status of ['created', 'lost']) {
      await billing.control('POST', 'dispute', { payment_intent, status });
      await billing.settle();
    }
    expect(await organisationOf(owner)).toMatchObject({ active: false, tokens_available: 0 });
    expect(await billing.holdings(owner)).toMatchObject({ status: 'free', plan: null });
  });

  it('of its second year is refunded: the tokens of that year are removed, and that year ends', async () => {
    const owner = await givenOwner();
    await billing.settleAfter(366 * DAY_S);
    const second = await paymentOf(owner, 'subscription_cycle');
    await refundPart({ paymentId: second!.id, amountCents: second!.amount_cents, actor: 'account:operator' });
    const { lots } = await yearsOf(owner);
    expect(lots).toEqual([
      { remaining: 1_000_000, dead: 0 },
      { remaining: 0, dead: 1_000_000 },
    ]);
  });

  it('of its first year is refunded after the second has begun: the second continues', async () => {
    const owner = await givenOwner();
    await billing.settleAfter(366 * DAY_S);
    const { ends: before } = await yearsOf(owner);
    const first = await paymentOf(owner, 'subscription_create');
    await refundPart({ paymentId: first!.id, amountCents: first!.amount_cents, actor: 'account:operator' });
    const { lots, ends } = await yearsOf(owner);
    expect(lots).toEqual([
      { remaining: 0, dead: 1_000_000 },
      { remaining: 1_000_000, dead: 0 },
    ]);
    expect(ends[1]).toBe(before[1]);
  });
});

describe('the payer of an organisation', () => {
  it('sees what it costs, and nobody else does: a member’s cancellation finds no plan', async () => {
    const owner = await givenOwner();
    expect(await billing.planOf(owner)).toMatchObject({ plan: 'Small Business', amount_cents: 500_000 });
    const member = await billing.someone();
    const { organisation_id } = await organisationOf(owner);
    await billing.knex()('organisation_member').insert({ account_id: member.userId, organisation_id, role: 'member' });
    expect((await billing.as(member).get('/api/subscription')).json).toMatchObject({ plan: 'Small Business', amount_cents: null });
    expect(await billing.as(member).post('/api/subscription/cancel')).toMatchObject({ status: 409, json: { code: 'subscription.none' } });
  });
});

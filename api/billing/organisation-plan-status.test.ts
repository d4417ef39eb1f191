import { beforeEach, describe, expect, it } from 'vitest';
import { recordContract } from '#domain/organisations/record-contract.command.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';

const billing = useBilling();
const { organisationOf, planOf } = billing;
let owner: Person;
let member: Person;

// once, but after the sandbox knows where to send its events
beforeEach(async () => {
  if (member) return;
  owner = await billing.someone();
  await billing.buyAtPage(owner, 'small_business', { page: { organisation_name: 'Apiary \u202e\u200bLtd' } });
  member = await billing.someone();
  const { organisation_id } = await organisationOf(owner);
  await billing.knex()('organisation_member').insert({ account_id: member.userId, organisation_id, role: 'member' });
});

describe('a plan for an organisation', () => {
  it('PAY-17 has its pool shown beside the member’s own tokens, with the organisation’s name', async () => {
    expect(await organisationOf(owner)).toMatchObject({ name: 'Apiary Ltd' });
    const { json } = await billing.as(member).get(`/api/user-tokens/${member.userId}`);
    expect(json).toMatchObject({ balance: 45, organisation_available: 10_000, organisation_name: 'Apiary Ltd' });
    const outsider = await billing.someone();
    const alone = (await billing.as(outsider).get(`/api/user-tokens/${outsider.userId}`)).json;
    expect(alone).toMatchObject({ balance: 45, organisation_available: null, organisation_name: null });
  });

  it('renews until it is cancelled, for its members too, and shows its end once the owner has cancelled', async () => {
    expect([await organisationOf(member), await planOf(member), await planOf(owner)].map(({ renews }) => renews)).toEqual([
      true,
      true,
      true,
    ]);
    const again = await billing.as(owner).post('/api/create-checkout-session', {
      user_id: owner.userId,
      package_id: 'small_business',
      organisation_name: 'Apiary Ltd',
    });
    expect(again.json.detail).toBe('You already own Apiary Ltd; its plan renews automatically.');
    await billing.as(owner).post('/api/subscription/cancel');
    expect([await organisationOf(member), await planOf(member), await planOf(owner)].map(({ renews }) => renews)).toEqual([
      false,
      false,
      false,
    ]);
    expect(await planOf(member)).toMatchObject({ status: 'Active', cancel_at_period_end: false });
    await billing.as(owner).post('/api/subscription/resume');
    expect((await organisationOf(owner)).renews).toBe(true);
  });

  it('under a contract is paid until a fixed day and does not renew', async () => {
    const person = await billing.someone();
    await recordContract({
      actor: 'account:operator',
      packageId: 'university_elite',
      ownerEmail: person.email,
      organisationName: 'State University',
      reference: 'C-1',
    });
    expect([await planOf(person), await organisationOf(person)]).toMatchObject([
      { plan: 'University Elite', status: 'Active', renews: false },
      { active: true, renews: false },
    ]);
    const another = { user_id: person.userId, package_id: 'small_business', organisation_name: 'State University' };
    expect((await billing.as(person).post('/api/create-checkout-session', another)).json.detail).toMatch(
      /^You already own State University[.] Another/,
    );
  });
});

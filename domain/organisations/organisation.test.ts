import { describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { organisationOwner } from '#domain/billing/ledger/owner.ts';
import { reserveTokens, captureHold } from '#domain/billing/ledger/hold.commands.ts';
import { planSummary } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptInvite } from './invite.commands.ts';
import { createOrganisation, endOrganisation, renewOrganisation } from './organisation.commands.ts';
import { findOrganisation } from './organisation.queries.ts';
import { peopleOf } from './people.queries.ts';
import { aPaidYear, givenInvite, givenLapse, givenOrder, givenOrganisation, givenPerson } from './organisation.factory.ts';
import { mayOwnOrganisation } from '#domain/membership/membership.queries.ts';

useTestDatabase();
const YEAR_MS = 365 * 86_400_000;
const make = (paid: Parameters<typeof createOrganisation>[1]) => transact((trx) => createOrganisation(trx, paid));
const lotsOf = (organisationId: string) =>
  database()('token_lot')
    .where({ owner_kind: 'organisation', owner_id: organisationId })
    .orderBy('expires_at')
    .select('amount', 'expires_at');

const reservation = (organisationId: string, actorId: string, centitokens: number) => ({
  owner: organisationOwner(organisationId),
  jobId: uuidv7(),
  centitokens,
  actorId,
  expiresAt: new Date(Date.now() + 60_000),
  cause: 'Course: Bees',
});
async function givenSpending(organisationId: string, actorId: string, centitokens: number): Promise<void> {
  const hold = reservation(organisationId, actorId, centitokens);
  await transact((trx) => reserveTokens(trx, hold));
  await transact((trx) => captureHold(trx, { jobId: hold.jobId, centitokens }));
}

describe('a paid order', () => {
  it('G16 creates the organisation, its owner and its pool, once, however often and concurrently it is fulfilled', async () => {
    const owner = await givenPerson();
    const paid = aPaidYear({ orderId: await givenOrder(owner.id), ownerId: owner.id });
    const first = await make(paid);
    expect(new Set(await Promise.all(Array.from({ length: 5 }, () => make(paid))))).toEqual(new Set([first]));
    expect(await findOrganisation(owner.id)).toMatchObject({
      organisation_id: first,
      name: 'Apiary Ltd',
      plan: 'Small Business',
      role: 'owner',
      seats: 50,
      seats_taken: 1,
      tokens_available: 10_000,
      active: true,
      ends_at: paid.endsAt.toISOString(),
    });
    expect((await peopleOf(first)).people).toMatchObject([{ user_id: owner.id, role: 'owner', state: 'joined', tokens_this_month: 0 }]);
    expect(await lotsOf(first)).toEqual([{ amount: 1_000_000, expires_at: paid.endsAt }]);
  });

  it('of an owner renews the existing organisation; a member who buys becomes an owner', async () => {
    const { id, owner } = await givenOrganisation();
    const next = aPaidYear({
      orderId: await givenOrder(owner.id),
      ownerId: owner.id,
      name: 'Another name',
      startsAt: new Date(Date.now() + YEAR_MS / 2),
    });
    expect(await make(next)).toBe(id);
    expect(await findOrganisation(owner.id)).toMatchObject({ name: 'Apiary Ltd', ends_at: next.endsAt.toISOString() });
    const member = await givenPerson();
    await acceptInvite({ accountId: member.id, token: await givenInvite(id, member.email) });
    await expect(mayOwnOrganisation(member.id)).rejects.toMatchObject({ code: 'organisation.already_member' });
    await expect(mayOwnOrganisation(owner.id)).rejects.toMatchObject({ code: 'organisation.already_member' });
    const own = await make(aPaidYear({ orderId: await givenOrder(member.id), ownerId: member.id, name: 'Own' }));
    expect(await findOrganisation(member.id)).toMatchObject({ organisation_id: own, role: 'owner' });
    expect(await findOrganisation(owner.id)).toMatchObject({ seats_taken: 1 });
  });
});

describe('the years', () => {
  it('a renewal of the subscription grants the next year once; an order without an organisation renews nothing', async () => {
    const { id, orderId, owner } = await givenOrganisation();
    const before = await findOrganisation(owner.id);
    const startsAt = new Date(before!.ends_at);
    const year = { orderId, startsAt, endsAt: new Date(startsAt.getTime() + YEAR_MS) };
    const renew = () => transact((trx) => renewOrganisation(trx, year));
    expect((await Promise.all([renew(), renew(), renew()])).filter(Boolean)).toHaveLength(1);
    expect(await findOrganisation(owner.id)).toMatchObject({ ends_at: year.endsAt.toISOString() });
    expect((await lotsOf(id)).map(({ amount }) => amount)).toEqual([1_000_000, 1_000_000]);
    const none = await givenOrder(owner.id);
    expect(await transact((trx) => renewOrganisation(trx, { ...year, orderId: none }))).toBe(false);
  });

  it('past the end the organisation no longer counts, for its owner or its members; a renewal restores it', async () => {
    const { id, orderId, owner } = await givenOrganisation();
    const member = await givenPerson();
    await acceptInvite({ accountId: member.id, token: await givenInvite(id, member.email) });
    expect(await planSummary(member.id)).toMatchObject({ status: 'active', plan: 'small_business' });
    await givenLapse(id);
    for (const person of [owner, member]) expect(await planSummary(person.id)).toMatchObject({ status: 'free', plan: null });
    expect(await findOrganisation(member.id)).toMatchObject({ active: false, tokens_available: 0 });
    await expect(mayOwnOrganisation(owner.id)).resolves.toBeUndefined();
    const startsAt = new Date();
    await transact((trx) => renewOrganisation(trx, { orderId, startsAt, endsAt: new Date(Date.now() + YEAR_MS) }));
    expect(await planSummary(member.id)).toMatchObject({ status: 'active' });
    expect(await findOrganisation(member.id)).toMatchObject({ active: true });
  });

  it('a refund ends the years of its order only', async () => {
    const { orderId, owner } = await givenOrganisation();
    const at = new Date();
    await transact((trx) => endOrganisation(trx, { orderId, at }));
    expect(await findOrganisation(owner.id)).toMatchObject({ ends_at: at.toISOString(), active: false });
    const again = aPaidYear({ orderId: await givenOrder(owner.id), ownerId: owner.id });
    await make(again);
    await transact((trx) => endOrganisation(trx, { orderId, at: new Date() }));
    expect(await findOrganisation(owner.id)).toMatchObject({ ends_at: again.endsAt.toISOString(), active: true });
  });
});

describe('spending from the pool', () => {
  it('is shown to the owner by person, for this month only', async () => {
    const { id, owner } = await givenOrganisation();
    const [ann, bea] = [await givenPerson(), await givenPerson()];
    for (const one of [ann, bea]) await acceptInvite({ accountId: one.id, token: await givenInvite(id, one.email) });
    await givenSpending(id, ann.id, 3_150);
    await givenSpending(id, ann.id, 1_000);
    await givenSpending(id, owner.id, 500);
    const seen = await findOrganisation(owner.id);
    expect((await peopleOf(id)).people.map(({ user_id, tokens_this_month }) => [user_id, tokens_this_month])).toEqual([
      [owner.id, 5],
      [ann.id, 41.5],
      [bea.id, 0],
    ]);
    expect(seen).toMatchObject({ tokens_available: 9_953.5, tokens_held: 0, my_tokens_this_month: 5 });
    expect(await findOrganisation(ann.id)).toMatchObject({ my_tokens_this_month: 41.5 });
  });

  it('reserved tokens are no longer available and not yet spent', async () => {
    const { id, owner } = await givenOrganisation();
    await transact((trx) => reserveTokens(trx, reservation(id, owner.id, 3_100)));
    expect(await findOrganisation(owner.id)).toMatchObject({ tokens_available: 9_969, tokens_held: 31, my_tokens_this_month: 0 });
  });
});

describe('a member', () => {
  it('sees their own part: no other people, no invites', async () => {
    const { id, owner } = await givenOrganisation();
    const member = await givenPerson();
    await acceptInvite({ accountId: member.id, token: await givenInvite(id, member.email) });
    await givenInvite(id, 'waiting@example.com');
    const seen = await findOrganisation(member.id);
    expect(seen).toMatchObject({ role: 'member', my_tokens_this_month: 0, tokens_available: 10_000 });
    expect(seen!.owner).toEqual({ name: 'Ada Okafor', email: owner.email });
    expect(JSON.stringify(seen)).not.toContain('waiting@');
  });
});

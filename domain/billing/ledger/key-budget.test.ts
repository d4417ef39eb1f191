import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { endKey } from '#domain/identity/api-keys/api-key.commands.ts';
import { listKeys } from '#domain/identity/api-keys/api-key.queries.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { removePerson } from '#domain/organisations/member.commands.ts';
import { givenMember, givenOrganisation, givenPerson } from '#domain/organisations/organisation.factory.ts';
import { actingWith } from '#domain/platform/acting-key.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { captureHold, releaseHold, reserveWork, type Work } from './hold.commands.ts';
import { ledgerFaults } from './ledger-proof.queries.ts';
import { organisationOwner } from './owner.ts';
import { givenTokens } from './wallet.factory.ts';

const db = useTestDatabase();
const DAY_MS = 86_400_000;
const expiresAt = new Date(Date.now() + DAY_MS);

async function givenProgram(dayBudget: number) {
  const accountId = await givenOwner({ tokens: 1_000 });
  const key = await givenKey({ accountId, scopes: ['generate'], dayBudget });
  const spend = (centitokens: number, more: Partial<Work> = {}) =>
    actingWith({ id: key.id, accountId, organisationId: null }, () => reserve(accountId, centitokens, more));
  const spentToday = async () => (await listKeys({ accountId, holder: 'account' }))[0]!.spent_today;
  return { accountId, key, spend, spentToday };
}

async function reserve(accountId: string, centitokens: number, more: Partial<Work> = {}): Promise<string> {
  const jobId = randomUUID();
  await transact((trx) => reserveWork(trx, { accountId, jobId, centitokens, expiresAt, cause: 'Course', ...more }));
  return jobId;
}

describe('the budget of a key', () => {
  it('lets exactly as many of thirty concurrent calls through as it pays for', async () => {
    const { spend, spentToday } = await givenProgram(7);
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => spend(100)));
    const refused = outcomes.filter((one) => one.status === 'rejected');
    expect(outcomes.length - refused.length).toBe(7);
    for (const one of refused) expect(one.reason).toMatchObject({ code: 'key.budget', data: { needed: 1, available: 0 } });
    expect(await spentToday()).toBe(7);
    expect(await ledgerFaults()).toEqual([]);
  });

  it('counts the final cost of work, and nothing for released tokens', async () => {
    const { spend, spentToday } = await givenProgram(10);
    const first = await spend(1_000);
    await expect(spend(1)).rejects.toMatchObject({ code: 'key.budget' });
    await transact((trx) => captureHold(trx, { jobId: first, centitokens: 250 }));
    expect(await spentToday()).toBe(2.5);
    const second = await spend(750);
    await transact((trx) => releaseHold(trx, { jobId: second }));
    expect(await spentToday()).toBe(2.5);
    await expect(spend(751)).rejects.toMatchObject({ code: 'key.budget', data: { needed: 7.51, available: 7.5 } });
  });

  it('resets at midnight UTC', async () => {
    const { spend } = await givenProgram(1);
    const midnight = new Date(`${new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`);
    await spend(100, { now: new Date(midnight.getTime() - 1) });
    await expect(spend(1, { now: new Date(midnight.getTime() - 1) })).rejects.toMatchObject({ code: 'key.budget' });
    await spend(100, { now: midnight });
    await expect(spend(1, { now: new Date(midnight.getTime() + DAY_MS - 1) })).rejects.toMatchObject({ code: 'key.budget' });
  });

  it('counts work paid by a plan’s units at its price', async () => {
    const { accountId, spend, spentToday } = await givenProgram(3);
    const period = { anchor: new Date(), period_start: new Date(Date.now() - DAY_MS), period_end: new Date(Date.now() + 20 * DAY_MS) };
    const id = randomUUID();
    const plan = { id, account_id: accountId, package_id: 'basic_monthly', status: 'active', stripe_subscription_id: id };
    await db.knex('subscription').insert({ ...plan, ...period });
    const course = { quota: { feature: 'text_course', units: 1 } } as const;
    await spend(200, course);
    expect(await db.knex('quota_hold').where({ worth: 200 })).toHaveLength(1);
    expect(await spentToday()).toBe(2);
    await expect(spend(200, course)).rejects.toMatchObject({ code: 'key.budget' });
  });

  it('does not limit the user, or another key of theirs', async () => {
    const { accountId, spend } = await givenProgram(1);
    await spend(100);
    await expect(reserve(accountId, 5_000)).resolves.toBeDefined();
    const other = await givenKey({ accountId, scopes: ['generate'], dayBudget: 1 });
    await expect(actingWith({ id: other.id, accountId, organisationId: null }, () => reserve(accountId, 100))).resolves.toBeDefined();
  });

  it('of 0 spends nothing', async () => {
    const { spend } = await givenProgram(0);
    await expect(spend(1)).rejects.toMatchObject({ code: 'key.budget' });
  });

  it('does not exist for a key that was revoked in the meantime', async () => {
    const { accountId, key, spend } = await givenProgram(10);
    await endKey({ accountId, holder: 'account', keyId: key.id });
    await expect(spend(1)).rejects.toMatchObject({ code: 'key.invalid' });
  });
});

it('a key of an organisation spends from its pool only, and never from its owner’s tokens or plan', async () => {
  const { id: organisationId, owner } = await givenOrganisation();
  await givenTokens(owner.id, 500);
  const { id } = await givenKey({ accountId: owner.id, holder: 'organisation', scopes: ['generate'], dayBudget: 1_000_000 });
  const pool = organisationOwner(organisationId);
  const spend = (centitokens: number) => actingWith({ id, accountId: owner.id, organisationId }, () => reserve(owner.id, centitokens));
  await spend(100);
  expect(await db.knex('token_hold').where({ key_id: id }).pluck('owner_kind')).toEqual(['organisation']);
  const wallet = await db.knex('ledger_account').where({ owner_kind: pool.kind, owner_id: pool.id, kind: 'available' }).first('balance');
  await expect(spend(wallet!.balance + 1)).rejects.toMatchObject({ code: 'tokens.insufficient' });
});

it('a member removed from an organisation in the meantime spends nothing of it: the last moment decides', async () => {
  const { id: organisationId, owner } = await givenOrganisation();
  const person = await givenPerson();
  const personId = await givenMember(organisationId, person.id);
  await givenTokens(person.id, 500);
  const theirs = await givenKey({ accountId: owner.id, holder: 'organisation', scopes: ['generate'], dayBudget: 1_000 });
  const purses = async () => (await db.knex('token_hold').whereIn('cause', ['Course']).where({ actor_id: person.id })).length;
  await reserve(person.id, 100);
  expect(await purses()).toBe(1);
  const blocker = await db.knex.transaction();
  await blocker('ledger_account').where({ owner_id: person.id, unit: 'TOK', kind: 'available' }).forUpdate();
  const waiting = Array.from({ length: 3 }, () => reserve(person.id, 50));
  await vi.waitUntil(async () => Number((await db.knex.raw(WAITING)).rows[0].n) >= 1, { timeout: 60_000 });
  await removePerson({ accountId: owner.id, personId });
  await blocker.commit();
  await Promise.all(waiting);
  expect(await purses()).toBe(1);
  expect((await db.knex('token_hold').where({ owner_id: person.id })).map(({ amount }) => amount)).toEqual([50, 50, 50]);
  // a key of the organisation is revoked when its owner leaves
  await endKey({ accountId: owner.id, holder: 'organisation', keyId: theirs.id });
  await expect(actingWith({ id: theirs.id, accountId: owner.id, organisationId }, () => reserve(owner.id, 1))).rejects.toMatchObject({
    code: 'key.invalid',
  });
  expect(await ledgerFaults()).toEqual([]);
});
/** Number of reservations that wait for a wallet, in this test's own database. */
const WAITING = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_account%'`;

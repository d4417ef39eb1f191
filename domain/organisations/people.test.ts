import { beforeAll, describe, expect, it } from 'vitest';
import { ORGANISATION_PAGE } from '#contract/billing/organisation.contract.ts';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptInvite } from './invite.commands.ts';
import { findOrganisation } from './organisation.queries.ts';
import { givenInvite, givenOrganisation, givenPerson } from './organisation.factory.ts';
import { listInvites, listMembers } from './people.queries.ts';

useTestDatabase();
let organisation: Awaited<ReturnType<typeof givenOrganisation>>;

/** Adds members who joined at the same moment: the id breaks the tie. */
async function givenMembers(organisationId: string, count: number): Promise<void> {
  await database().raw(
    `with people as (
       insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
       select gen_random_uuid(), 'member-' || n || '@example.com', 'Bo', 'Lin', '1', now() from generate_series(1, ?::int) n returning id)
     insert into organisation_member (account_id, organisation_id, role, joined_at) select id, ?, 'member', now() from people`,
    [count, organisationId],
  );
}

beforeAll(async () => {
  organisation = await givenOrganisation();
  await givenMembers(organisation.id, 120);
  await database()('organisation').where({ id: organisation.id }).update({ seats: 20_000 });
});

async function walkMembers(limit: number, between = async () => {}) {
  const { members, next_cursor } = await listMembers({ accountId: organisation.owner.id, limit });
  let next = next_cursor;
  while (next) {
    await between();
    const page = await listMembers({ accountId: organisation.owner.id, limit, cursor: next });
    expect(page.members.length).toBeLessThanOrEqual(limit);
    members.push(...page.members);
    next = page.next_cursor;
  }
  return members.map(({ user_id }) => user_id);
}

describe('the people of an organisation', () => {
  it('come a page at a time, the owner first, each once; the organisation contains the first page and its cursor', async () => {
    const seen = await findOrganisation(organisation.owner.id);
    expect(seen).toMatchObject({ seats_taken: 121, members: { length: ORGANISATION_PAGE }, members_cursor: expect.any(String) });
    expect(seen!.members![0]).toMatchObject({ user_id: organisation.owner.id, role: 'owner' });
    const rest = await listMembers({ accountId: organisation.owner.id, limit: 100, cursor: seen!.members_cursor! });
    expect(rest.next_cursor).toBeNull();
    const all = [...seen!.members!, ...rest.members].map(({ user_id }) => user_id);
    expect([all.length, new Set(all).size]).toEqual([121, 121]);
    expect(await walkMembers(1)).toEqual(all);
  });

  it('are found on any page, by a part of the name or the address in any case; wildcards are literal', async () => {
    const find = async (q: string, page = {}) => listMembers({ accountId: organisation.owner.id, q, ...page });
    expect((await find('MEMBER-119@')).members.map(({ email }) => email)).toEqual(['member-119@example.com']);
    expect((await find('bo li', { limit: 100 })).members).toHaveLength(100);
    const first = await find('member-11', { limit: 5 });
    const rest = await find('member-11', { limit: 100, cursor: first.next_cursor! });
    expect(new Set([...first.members, ...rest.members].map(({ email }) => email)).size).toBe(11);
    for (const nobody of ['%', '_ember', 'member-999']) expect(await find(nobody)).toEqual({ members: [], next_cursor: null });
  });

  it('no member is skipped when the last of a page is removed before the next is read', async () => {
    const before = await walkMembers(40);
    const [first] = [await listMembers({ accountId: organisation.owner.id, limit: 40 })];
    await database()('organisation_member')
      .where({ account_id: first.members.at(-1)!.user_id })
      .delete();
    const next = await listMembers({ accountId: organisation.owner.id, limit: 40, cursor: first.next_cursor! });
    expect(next.members.map(({ user_id }) => user_id)).toEqual(before.slice(40, 80));
  });

  it('are for the owner only, and reject an invalid cursor', async () => {
    const member = await givenPerson();
    await acceptInvite({ accountId: member.id, token: await givenInvite(organisation.id, member.email) });
    for (const list of [listMembers, listInvites]) {
      await expect(list({ accountId: member.id })).rejects.toMatchObject({ code: 'organisation.not_owner' });
      await expect(list({ accountId: (await givenPerson()).id })).rejects.toMatchObject({ code: 'organisation.none' });
      await expect(list({ accountId: organisation.owner.id, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'validation.failed' });
    }
  });
});

it('open invites come a page at a time too, newest first', async () => {
  const { id, owner } = await givenOrganisation();
  for (let n = 0; n < 5; n += 1) await givenInvite(id, `invited-${n}@example.com`);
  const first = await listInvites({ accountId: owner.id, limit: 3 });
  const second = await listInvites({ accountId: owner.id, limit: 3, cursor: first.next_cursor! });
  expect(second.next_cursor).toBeNull();
  expect([...first.invites, ...second.invites].map(({ email }) => email)).toEqual([4, 3, 2, 1, 0].map((n) => `invited-${n}@example.com`));
  expect(await findOrganisation(owner.id)).toMatchObject({ seats_invited: 5, invites: { length: 5 }, invites_cursor: null });
});

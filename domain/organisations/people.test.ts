import { beforeAll, describe, expect, it } from 'vitest';
import { ORGANISATION_PAGE } from '#contract/organisations/organisation.contract.ts';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { givenInvite, givenMember, givenOrganisation, givenPerson } from './organisation.factory.ts';
import { listPeople } from './people.queries.ts';

useTestDatabase();
let organisation: Awaited<ReturnType<typeof givenOrganisation>>;
const LATER = new Date(Date.now() + 60_000);

/** Adds members at the same time, so that the id breaks the tie. */
async function givenMembers(organisationId: string, count: number): Promise<void> {
  await database().raw(
    `with people as (
       insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
       select gen_random_uuid(), 'member-' || n || '@example.com', 'Bo', 'Lin', '1', now() from generate_series(1, ?::int) n returning id, email),
     inside as (insert into organisation_member (account_id, organisation_id, role) select id, ?, 'member' from people)
     insert into organisation_person (id, organisation_id, account_id, email, state, source, created_at)
     select gen_random_uuid(), ?, id, email, 'joined', 'invite', ? from people`,
    [count, organisationId, organisationId, LATER],
  );
}

beforeAll(async () => {
  organisation = await givenOrganisation();
  await givenMembers(organisation.id, 120);
  await database()('organisation').where({ id: organisation.id }).update({ seats: 20_000 });
});

const list = (page: Partial<Parameters<typeof listPeople>[0]> = {}) => listPeople({ accountId: organisation.owner.id, ...page });

async function walk(limit: number) {
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit, cursor });
    expect(page.people.length).toBeLessThanOrEqual(limit);
    all.push(...page.people.map(({ person_id }) => person_id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return all;
}

describe('the people of an organisation', () => {
  it('come a page at a time in the order of joining, each once', async () => {
    const first = await list();
    expect(first.people).toHaveLength(ORGANISATION_PAGE);
    expect(first.people[0]).toMatchObject({
      user_id: organisation.owner.id,
      role: 'owner',
      state: 'joined',
      source: 'purchase',
      name: 'Ada Okafor',
    });
    const all = await walk(100);
    expect([all.length, new Set(all).size]).toEqual([121, 121]);
    expect(await walk(7)).toEqual(all);
  });

  it('are found on any page, by a part of the name or the address in any case; wildcards are literal', async () => {
    const emails = async (q: string, limit?: number) => (await list({ q, ...(limit && { limit }) })).people.map(({ email }) => email);
    expect(await emails('MEMBER-119@')).toEqual(['member-119@example.com']);
    expect(await emails('bo li', 100)).toHaveLength(100);
    const first = await list({ q: 'member-11', limit: 5 });
    const rest = await list({ q: 'member-11', limit: 100, cursor: first.next_cursor! });
    expect(new Set([...first.people, ...rest.people].map(({ email }) => email)).size).toBe(11);
    for (const nobody of ['%', '_ember', 'member-999']) expect(await emails(nobody)).toEqual([]);
  });

  it('are found by role and by state; people who have left are listed only on request', async () => {
    const { id, owner } = await givenOrganisation();
    const tom = await givenPerson();
    await givenMember(id, tom.id, 'teacher');
    const person = { organisation_id: id, source: 'scim' as const };
    await database()('organisation_person').insert([
      { ...person, id: crypto.randomUUID(), email: 'zoe@example.com', given_name: 'Zoe', state: 'waiting' },
      { ...person, id: crypto.randomUUID(), email: 'gone@example.com', state: 'left', left_at: new Date() },
    ]);
    await givenInvite(id, 'zoe@example.com');
    const emails = async (sought: object) => (await listPeople({ accountId: owner.id, ...sought })).people.map(({ email }) => email);
    expect((await emails({})).toSorted()).toEqual([owner.email, tom.email, 'zoe@example.com'].toSorted());
    expect(await emails({ role: 'teacher' })).toEqual([tom.email]);
    expect(await emails({ state: 'left' })).toEqual(['gone@example.com']);
    const [zoe] = (await listPeople({ accountId: owner.id, state: 'waiting' })).people;
    expect(zoe).toMatchObject({ name: 'Zoe', user_id: null, joined_at: null, invite: { undelivered: false } });
  });

  it('no one is skipped when the last of a page is removed before the next is read', async () => {
    const before = await walk(40);
    const first = await list({ limit: 40 });
    await database()('organisation_person')
      .where({ id: first.people.at(-1)!.person_id })
      .delete();
    const next = await list({ limit: 40, cursor: first.next_cursor! });
    expect(next.people.map(({ person_id }) => person_id)).toEqual(before.slice(40, 80));
  });

  it('reject an invalid cursor', async () => {
    await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'validation.failed' });
  });
});

import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it, vi } from 'vitest';
import { insertLearner } from '#domain/identity/accounts/account.commands.ts';
import { createKey, useKey } from '#domain/identity/api-keys/api-key.commands.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { hashPassword } from '#domain/identity/passwords/password.ts';
import { forgetAllSessions, liveSessionById } from '#domain/identity/sessions/live-sessions.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import { refreshSession } from '#domain/identity/sessions/session.commands.ts';
import { watchSessions } from '#domain/identity/sessions/watch-sessions.ts';
import { transact } from '#domain/platform/database.ts';
import { listenToStore } from '#domain/platform/store-listener.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { givenWebhook, heardBy } from '#domain/webhooks/webhook.factory.ts';
import { acceptInvite, invitePeople } from './invite.commands.ts';
import { admitLearner, joinByDomain, removePerson } from './member.commands.ts';
import type { OrganisationPerson } from './organisation.model.ts';
import { getOrganisation } from './organisation.queries.ts';
import { givenDomain, givenInvite, givenLapse, givenMember, givenOrganisation, givenPerson, personIdOf } from './organisation.factory.ts';
import { lockOrganisation } from './own-organisation.queries.ts';
import { applyRows } from './rosters/apply-roster.ts';
import { undoRows } from './rosters/undo-roster.ts';
import { createUser, replaceUser } from './scim/scim-users.commands.ts';
import { joinBySignIn, standingOf } from './sign-in/join-by-sign-in.command.ts';
import { connectionOf } from './sign-in/sign-in.queries.ts';

/**
 * Every way into an organisation takes a free seat, or that of the person's own invite, once, and informs the organisation's webhooks. A
 * new way is added here; all of them use `admit-people.command.ts`.
 */
const db = useTestDatabase();

interface School {
  readonly id: string;
  readonly ownerId: string;
  readonly domain: string;
}
async function givenSchool({ joins = true } = {}): Promise<School> {
  const { id, owner } = await givenOrganisation();
  const domain = `school-${id}.example`;
  await givenDomain(id, domain);
  await db.knex('organisation_sign_in').insert({
    organisation_id: id,
    slug: id.slice(-30),
    kind: 'saml',
    mode: 'offered',
    issuer: 'idp',
    sso_address: 'https://idp.example/',
    joins,
  });
  return { id, ownerId: owner.id, domain };
}

async function byRoster(school: School, email: string, what: 'added' | 'removed'): Promise<string> {
  const rosterId = uuidv7();
  const row = {
    organisation_id: school.id,
    made_by: school.ownerId,
    file_name: 'people.csv',
    removes: what === 'removed',
    columns: ['email'],
  };
  await db.knex('organisation_roster').insert({ ...row, id: rosterId });
  const person = what === 'removed' ? await db.knex('organisation_person').where({ organisation_id: school.id, email }).first() : null;
  await db.knex('organisation_roster_row').insert({
    roster_id: rosterId,
    line: 2,
    kind: what,
    email,
    name: '',
    person_id: person?.id ?? null,
    wanted: what === 'added' ? JSON.stringify({ role: 'member' }) : null,
    before: person && JSON.stringify({ state: 'joined', role: 'member' }),
  });
  await work(school, rosterId, applyRows);
  return rosterId;
}
const work = (school: School, rosterId: string, rows: typeof applyRows): Promise<string[]> =>
  transact(async (trx) =>
    rows(trx, { rosterId, organisation: await lockOrganisation(trx, school.id), accountId: school.ownerId, authoriseWhy: null }),
  );

const signIn = (school: School, accountId: string): Promise<string> =>
  transact(async (trx) => {
    const connection = (await connectionOf(school.id, trx))!;
    const standing = await standingOf(trx, connection, { accountId });
    if (standing === 'joins') await joinBySignIn(trx, connection, { accountId, standing, role: null });
    return standing;
  });

type Way = (school: School, person: { id: string; email: string }) => Promise<unknown>;
const SCIM = { tokenId: uuidv7(), makesAdministrators: true };
const WAYS: Readonly<Record<string, { readonly source: OrganisationPerson['source']; readonly come: Way }>> = {
  'an invite that is taken up': {
    source: 'invite',
    come: async ({ ownerId }, { id, email }) => {
      // the address proves nothing, so the person waits
      await db.knex('organisation_domain').delete();
      await invitePeople({ accountId: ownerId, emails: [email] });
      const mail = await db.knex('outgoing_mail').where({ recipient: email, kind: 'invite' }).orderBy('id', 'desc').first();
      await acceptInvite({ accountId: id, token: /token=([\w-]+)$/.exec(String(mail!.data['link']))![1]! });
    },
  },
  'an invite to a proven address': {
    source: 'invite',
    come: ({ ownerId }, { email }) => invitePeople({ accountId: ownerId, emails: [email] }),
  },
  'a list': { source: 'roster', come: (school, { email }) => byRoster(school, email, 'added') },
  'a directory': {
    source: 'scim',
    come: ({ id }, { email }) => createUser({ ...SCIM, organisationId: id }, { userName: email }),
  },
  'the domain of the address': {
    source: 'domain',
    come: async ({ id }, person) => {
      await db.knex('organisation_domain').where({ organisation_id: id }).update({ joins: true });
      await joinByDomain(person.id);
    },
  },
  'the sign-in': { source: 'sign_in', come: (school, { id }) => signIn(school, id) },
};

const learner = async (trx: Knex.Transaction, school: School): Promise<string> => {
  const accountId = await insertLearner(trx, { firstName: 'Bo', lastName: 'Lin' });
  await admitLearner(trx, { organisationId: school.id, accountId });
  return accountId;
};
const members = (school: School) => db.knex('organisation_member').where({ organisation_id: school.id }).pluck('account_id');
const newcomer = async ({ domain }: School) => givenPerson(`${uuidv7()}@${domain}`);
const hookOf = (school: School) => givenWebhook({ accountId: school.ownerId, holder: 'organisation', organisationId: school.id });

describe.each(Object.entries(WAYS))('by %s', (_, { source, come }) => {
  it('a person joins once, and webhooks are notified once', async () => {
    const school = await givenSchool();
    const person = await newcomer(school);
    const hook = await hookOf(school);
    await come(school, person);
    expect(await members(school)).toContain(person.id);
    expect(await heardBy(hook)).toMatchObject([{ type: 'member.joined', object_id: person.id, data: { source } }]);
  });

  it('nobody joins without a seat, and of two for the last one one does', async () => {
    const school = await givenSchool();
    await db.knex('organisation').where({ id: school.id }).update({ seats: 2 });
    const people = [await newcomer(school), await newcomer(school)];
    await Promise.allSettled(people.map((person) => come(school, person)));
    expect(await members(school)).toHaveLength(2);
    await come(school, await newcomer(school)).catch(() => undefined);
    expect(await members(school)).toHaveLength(2);
  });
});

describe('if the sign-in is enforced', () => {
  /** Signed in by their own ways, with a key of their own. */
  const before = async ({ id }: { id: string }) => {
    const { secret } = await givenKey({ accountId: id });
    const { sessionId, refreshToken, cookie } = await openSession(id, 'test');
    return { sessionId, refreshToken, cookie, secret };
  };
  const letIn = async (has: Awaited<ReturnType<typeof before>>): Promise<string[]> => {
    forgetAllSessions();
    const asked = {
      session: liveSessionById(has.sessionId).then((found) => found !== null),
      refresh: refreshSession({ refreshToken: has.refreshToken, cookie: has.cookie }).then(() => true),
      key: useKey(has.secret, '127.0.0.1').then(() => true),
    };
    const answers = await Promise.all(Object.values(asked).map((one) => one.catch(() => false)));
    return Object.keys(asked).filter((_, at) => answers[at]);
  };
  const enforce = ({ id }: School) => db.knex('organisation_sign_in').where({ organisation_id: id }).update({ mode: 'enforced' });
  const ALL = ['session', 'refresh', 'key'];
  const OTHER_WAYS: Readonly<Record<string, Way>> = {
    'a domain that is proved later': async (school, { id }) => {
      await db.knex('organisation_domain').where({ organisation_id: school.id }).update({ verified_at: null });
      await givenMember(school.id, id);
      await db.knex('organisation_domain').where({ organisation_id: school.id }).update({ verified_at: new Date() });
    },
    'a changed address': async (school, { id, email }) => {
      await db
        .knex('account')
        .where({ id })
        .update({ email: `${uuidv7()}@elsewhere.example` });
      await givenMember(school.id, id);
      await db.knex('account').where({ id }).update({ email });
    },
    'a list that is undone': async (school, { id, email }) => {
      await givenMember(school.id, id);
      await work(school, await byRoster(school, email, 'removed'), undoRows);
    },
    'a year that is paid again': async (school, { id }) => {
      await givenMember(school.id, id);
      const paid = await db.knex('organisation').where({ id: school.id }).first('ends_at');
      await givenLapse(school.id);
      await db.knex('organisation').where({ id: school.id }).update(paid!);
    },
  };
  // with an enforced sign-in nobody can join by domain, and an accepted invite waits for the domain
  const ways = Object.entries(WAYS).filter(([name]) => name !== 'the domain of the address' && name !== 'an invite that is taken up');

  it.each([...ways.map(([name, { come }]) => [name, come] as const), ...Object.entries(OTHER_WAYS)])(
    'a person who joins by %s keeps neither earlier sessions nor keys',
    async (_, come) => {
      const school = await givenSchool();
      const [person, other] = [await newcomer(school), await newcomer(school)];
      const [has, others] = [await before(person), await before(other)];
      await enforce(school);
      expect(await letIn(has)).toEqual(ALL);
      await come(school, person);
      expect(await members(school)).toContain(person.id);
      expect(await letIn(has)).toEqual([]);
      expect(await letIn(others)).toEqual(ALL);
    },
  );

  it('sessions and keys made after signing in by it continue', async () => {
    const school = await givenSchool();
    const person = await newcomer(school);
    await enforce(school);
    await signIn(school, person.id);
    const { sessionId, refreshToken, cookie } = await openSession(person.id, 'test', undefined, { organisationId: school.id });
    await db
      .knex('account')
      .where({ id: person.id })
      .update({ password_hash: await hashPassword('correct horse battery') });
    const made = {
      name: 'Mine',
      scopes: ['courses:read' as const],
      days: 30,
      dayBudget: 0,
      networks: [],
      password: 'correct horse battery',
    };
    const { secret } = await createKey({ accountId: person.id, holder: 'account', sessionId, ...made });
    expect(await letIn({ sessionId, refreshToken, cookie, secret })).toEqual(ALL);
  });

  it('notifies processes that cache a session', async () => {
    const school = await givenSchool();
    const person = await newcomer(school);
    const { sessionId } = await before(person);
    await enforce(school);
    const told: (string | null)[] = [];
    const stop = listenToStore([watchSessions((changed) => told.push(changed))]);
    await vi.waitUntil(() => told.includes(null));
    expect(await liveSessionById(sessionId)).not.toBeNull();
    await givenMember(school.id, person.id);
    await vi.waitUntil(() => told.includes(sessionId));
    expect(await liveSessionById(sessionId)).toBeNull();
    await stop();
  });
});

it('a learning platform brings members, and an undone list restores the people it removed; webhooks are notified', async () => {
  const school = await givenSchool();
  const hook = await hookOf(school);
  const accountId = await transact((trx) => learner(trx, school));
  const person = await newcomer(school);
  await givenMember(school.id, person.id);
  const rosterId = await byRoster(school, person.email, 'removed');
  expect(await members(school)).not.toContain(person.id);
  await work(school, rosterId, undoRows);
  expect(await members(school)).toContain(person.id);
  expect((await heardBy(hook)).map(({ object_id: id }) => id)).toEqual([accountId, person.id, person.id]);
  await db.knex('organisation').where({ id: school.id }).update({ seats: 3 });
  await expect(transact((trx) => learner(trx, school))).rejects.toMatchObject({ code: 'organisation.seats_full' });
});

it('different ways at once do not exceed the last seat', async () => {
  const school = await givenSchool();
  await db.knex('organisation').where({ id: school.id }).update({ seats: 2 });
  const ways = Object.entries(WAYS).filter(([name]) => name !== 'an invite that is taken up');
  const people = await Promise.all(ways.map(() => newcomer(school)));
  await Promise.allSettled([...ways.map(([, { come }], at) => come(school, people[at]!)), transact((trx) => learner(trx, school))]);
  expect(await members(school)).toHaveLength(2);
});

describe('the domain of an address', () => {
  const outcome = async (accountId: string) =>
    joinByDomain(accountId).then(
      () => 'joined',
      (error: unknown) => (error as { code: string }).code,
    );
  const opened = async (school: School, joins = true) => {
    await db.knex('organisation_domain').where({ organisation_id: school.id }).update({ joins });
  };

  it('admits people if the organisation allows it, once the address is confirmed, in the role meant for them', async () => {
    const school = await givenSchool();
    const person = await newcomer(school);
    expect([await outcome(person.id), (await getOrganisation(person.id)).joinable]).toEqual(['not_found', null]);
    await opened(school);
    await db.knex('account').where({ id: person.id }).update({ email_verified_at: null });
    expect([await outcome(person.id), (await getOrganisation(person.id)).joinable]).toEqual(['not_found', null]);
    await db.knex('account').where({ id: person.id }).update({ email_verified_at: new Date() });
    expect((await getOrganisation(person.id)).joinable).toBe('Apiary Ltd');
    const other = await givenPerson();
    expect(await outcome(other.id)).toBe('not_found');
    const waiting = { id: uuidv7(), organisation_id: school.id, email: person.email, role: 'teacher', source: 'roster' } as const;
    await db.knex('organisation_person').insert(waiting);
    expect([await outcome(person.id), await outcome(person.id)]).toEqual(['joined', 'joined']);
    expect(await db.knex('organisation_member').where({ account_id: person.id }).first('role')).toEqual({ role: 'teacher' });
  });

  it('admits nobody who was removed, who is in another one, or while the sign-in is enforced', async () => {
    const [school, elsewhere] = [await givenSchool(), await givenSchool()];
    await opened(school);
    const [removed, member, person] = [await newcomer(school), await newcomer(school), await newcomer(school)];
    await joinByDomain(removed.id);
    await removePerson({ accountId: school.ownerId, personId: await personIdOf(school.id, removed.email) });
    await givenMember(elsewhere.id, member.id);
    await db.knex('organisation_sign_in').where({ organisation_id: school.id }).update({ mode: 'enforced' });
    expect(await outcome(person.id)).toBe('not_found');
    await db.knex('organisation_sign_in').where({ organisation_id: school.id }).update({ mode: 'offered' });
    for (const { id } of [removed, member, person]) await outcome(id);
    expect((await members(school)).toSorted()).toEqual([school.ownerId, person.id].toSorted());
  });
});

describe('signing in', () => {
  it('takes no seat reserved by an invite to somebody else, but the seat of one’s own', async () => {
    const school = await givenSchool();
    await db.knex('organisation').where({ id: school.id }).update({ seats: 2 });
    const [invited, other] = [await newcomer(school), await newcomer(school)];
    await givenInvite(school.id, invited.email);
    expect(await signIn(school, other.id)).toBe('seats_full');
    expect(await signIn(school, invited.id)).toBe('joins');
    expect(await db.knex('organisation_invite').where({ email: invited.email }).first()).toMatchObject({ ended_how: 'accepted' });
  });

  it('admits people whom the organisation expects, even if nobody else joins by it', async () => {
    const school = await givenSchool({ joins: false });
    const [listed, other] = [`${uuidv7()}@${school.domain}`, await newcomer(school)];
    await byRoster(school, listed, 'added');
    const { id } = await givenPerson(listed);
    expect([await signIn(school, other.id), await signIn(school, id)]).toEqual(['not_member', 'joins']);
  });

  it('does not bring back removed people; an invite does', async () => {
    const school = await givenSchool();
    const person = await newcomer(school);
    await signIn(school, person.id);
    await removePerson({ accountId: school.ownerId, personId: await personIdOf(school.id, person.email) });
    expect([await signIn(school, person.id), await members(school)]).toEqual(['not_member', [school.ownerId]]);
    await invitePeople({ accountId: school.ownerId, emails: [person.email] });
    expect(await members(school)).toContain(person.id);
  });

  it('does not bring back people whom the directory has deactivated; the directory does', async () => {
    const school = await givenSchool();
    const person = await newcomer(school);
    const given = { userName: person.email };
    const { id } = await createUser({ ...SCIM, organisationId: school.id }, given);
    await replaceUser({ ...SCIM, organisationId: school.id, id }, { ...given, active: false });
    expect([await signIn(school, person.id), await members(school)]).toEqual(['not_member', [school.ownerId]]);
    await replaceUser({ ...SCIM, organisationId: school.id, id }, { ...given, active: true });
    expect(await members(school)).toContain(person.id);
  });

  it('does not replace a member whom the organisation knows by that address', async () => {
    const school = await givenSchool();
    const [member, other] = [await newcomer(school), await newcomer(school)];
    await givenMember(school.id, member.id);
    // as a directory does when it gives a person another address
    await db.knex('organisation_person').where({ organisation_id: school.id, account_id: member.id }).update({ email: other.email });
    expect(await signIn(school, other.id)).toBe('other_person');
    expect(
      await db
        .knex('organisation_person')
        .where({ id: await personIdOf(school.id, other.email) })
        .first(),
    ).toMatchObject({
      account_id: member.id,
    });
  });

  it('leaves an organisation that has ended, with its classes and its consent for a minor', async () => {
    const [before, school] = [await givenSchool(), await givenSchool()];
    const id = await insertAccount(db.knex, { email: `${uuidv7()}@${school.domain}`, email_verified_at: new Date(), birth_year: 2020 });
    await givenMember(before.id, id);
    await db.knex('parental_consent').insert({ account_id: id, given_by: 'school', organisation_id: before.id });
    const classId = uuidv7();
    await db.knex('classroom').insert({ id: classId, organisation_id: before.id, name: '7b' });
    await db.knex('classroom_member').insert({ classroom_id: classId, account_id: id, role: 'student' });
    await db
      .knex('organisation')
      .where({ id: before.id })
      .update({ ends_at: new Date(Date.now() - 1_000) });
    expect(await signIn(school, id)).toBe('joins');
    for (const table of ['parental_consent', 'classroom_member'] as const)
      expect(await db.knex(table).where({ account_id: id }), table).toEqual([]);
  });
});

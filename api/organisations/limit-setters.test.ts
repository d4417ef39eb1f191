import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { LIMIT_SETTERS, maySet, type Limited, type LimitSetter } from '#contract/organisations/roles.ts';
import { givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { recordContract } from '#domain/organisations/record-contract.command.ts';

/** Each row of `LIMIT_SETTERS`, tried by everybody it names or leaves out. */
const api = useTestApi();
const knex = () => api.database.knex;
const NAME = 'Apiary School';
const SETTERS: readonly LimitSetter[] = ['owner', 'administrator', 'teacher', 'class_teacher', 'student'];
const ROLES = { owner: 'owner', administrator: 'administrator', teacher: 'teacher', class_teacher: 'member', student: 'member' } as const;
const PLACES = { owner: null, administrator: null, teacher: 'teacher', class_teacher: 'teacher', student: 'student' } as const;

const people = {} as Record<LimitSetter, Person>;
let organisationId: string;
const classes = { open: randomUUID(), limited: randomUUID() };

beforeAll(async () => {
  for (const who of SETTERS) people[who] = await api.givenPerson(`${who}@limits.example`, { birthYear: 1980, proven: true });
  ({ id: organisationId } = await givenOrganisation({ owner: { id: people.owner.userId, email: people.owner.email }, name: NAME }));
  for (const who of SETTERS.slice(1)) await givenMember(organisationId, people[who].userId, ROLES[who]);
  for (const [name, id] of Object.entries(classes)) {
    await knex()('classroom').insert({ id, organisation_id: organisationId, name, tokens_each: name === 'limited' ? 5 : null });
    for (const who of SETTERS)
      if (PLACES[who] !== null)
        await knex()('classroom_member').insert({ classroom_id: id, account_id: people[who].userId, role: PLACES[who] });
  }
});

const send = (who: LimitSetter, path: string, sent: { method?: string; body?: object } = {}) =>
  api.call(path, { bearer: people[who].accessToken, ...sent });

/** Makes another member of the organisation, in a class or not. */
async function someone(inClass?: string): Promise<string> {
  const { userId } = await api.givenPerson(`${randomUUID()}@limits.example`, { birthYear: 1990, proven: true });
  await givenMember(organisationId, userId, 'member');
  if (inClass) await knex()('classroom_member').insert({ classroom_id: inClass, account_id: userId, role: 'student' });
  return userId;
}

const SIGN_IN = { kind: 'saml', slug: 'limits', entity_id: 'e', sso_address: 'https://idp.example/', certificates: 'none' };
const REST = {
  allows_unsolicited: false,
  joins: true,
  roles: [],
  attributes: { subject: '', email: '', first_name: '', last_name: '', role: '' },
};
/** Refusals because of the role; any other answer means that the role may. */
const REFUSALS = ['organisation.not_allowed', 'class.not_administrator', 'class.not_teacher', 'organisation.already_member'];

/** Tries to set what a row limits. @returns the code of the refusal, or undefined */
const TRIES: Readonly<Record<Limited, (who: LimitSetter) => Promise<string | undefined>>> = {
  class_tokens: async (who) =>
    (await send(who, `/api/classes/${classes.open}`, { method: 'PATCH', body: { tokens_each: null } })).json.code,
  limited_places: async (who) =>
    (await send(who, `/api/classes/${classes.limited}/members/${await someone(classes.limited)}`, { method: 'DELETE' })).json.code,
  class_students: async (who) => {
    const id = await someone();
    const { json } = await send(who, `/api/classes/${classes.open}/members`, { body: { people: [id], role: 'student' } });
    return json.code ?? (await send(who, `/api/classes/${classes.open}/members/${id}`, { method: 'DELETE' })).json.code;
  },
  class_teachers: async (who) =>
    (await send(who, `/api/classes/${classes.open}/members`, { body: { people: [await someone()], role: 'teacher' } })).json.code,
  members: async (who) =>
    (await send(who, '/api/organisation/invites', { body: { emails: [`${randomUUID()}@limits.example`] } })).json.code,
  seats: async (who) =>
    recordContract({
      reference: randomUUID(),
      packageId: 'enterprise',
      ownerEmail: people[who].email,
      organisationName: NAME,
      actor: 'script:test',
    }).then(
      (contract) => (contract.organisationId === organisationId ? undefined : 'another organisation'),
      (error: { code: string }) => error.code,
    ),
  key_budgets: async (who) => {
    const body = { name: 'Mine', scopes: ['organisation'], days: 1, day_budget: 5, password: 'unknown' };
    const { json } = await send(who, '/api/keys/organisation', { body });
    // to those who hold no keys, there are none
    return json.code === 'not_found' ? 'organisation.not_allowed' : json.code;
  },
  providers: async (who) => (await send(who, '/api/organisation/sign-in', { method: 'PUT', body: { ...SIGN_IN, ...REST } })).json.code,
};

describe.each(Object.keys(LIMIT_SETTERS) as Limited[])('%s', (what) => {
  it.each(SETTERS)('as the table says for: %s', async (who) => {
    const code = await TRIES[what](who);
    expect(REFUSALS.includes(code ?? '') ? 'refused' : 'allowed', code).toBe(maySet(who, what) ? 'allowed' : 'refused');
  });
});

import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { ORGANISATION_ROLES, roleMay, type OrganisationAct, type OrganisationRole } from '#contract/organisations/roles.ts';
import { givenMember, givenOrganisation, personIdOf } from '#domain/organisations/organisation.factory.ts';

/**
 * Walks what only some roles may do, as each role, in the own organisation and in another: the table of `contract/organisations/roles.ts`
 * decides, and nothing of another organisation is seen or touched.
 */
const api = useTestApi();
const knex = () => api.database.knex;

interface Organisation {
  readonly id: string;
  readonly people: Readonly<Record<OrganisationRole, Person>>;
  /** Ids of what belongs to it, by the parameter of a path. */
  readonly ids: Readonly<Record<string, string>>;
}
let own: Organisation;
let other: Organisation;

async function givenFull(name: string): Promise<Organisation> {
  const people = {} as Record<OrganisationRole, Person>;
  for (const role of ORGANISATION_ROLES) people[role] = await api.givenPerson(`${role}@${name}.example`, { birthYear: 1980, proven: true });
  const { owner } = people;
  const { id } = await givenOrganisation({ owner: { id: owner.userId, email: owner.email }, name });
  for (const role of ORGANISATION_ROLES.slice(1)) await givenMember(id, people[role].userId, role);
  const [roster_id, token_id] = [randomUUID(), randomUUID()];
  const roster = { id: roster_id, organisation_id: id, file_name: `${name}.csv`, removes: false, columns: ['email'] };
  await knex()('organisation_roster').insert({ ...roster, state: 'undone' });
  await knex()('organisation_scim_token').insert({
    id: token_id,
    organisation_id: id,
    token_hash: randomBytes(32),
    ending: name.slice(-4),
    ended_at: new Date(),
  });
  return { id, people, ids: { roster_id, token_id, person_id: await personIdOf(id, people.member.email) } };
}

beforeAll(async () => {
  own = await givenFull('apiary');
  other = await givenFull('orchard');
});

interface Door {
  readonly act: OrganisationAct;
  readonly method: string;
  /** With the name of an id where it names something of an organisation. */
  readonly path: string;
  /** One that the role may send, and that is refused only after the role was looked at. */
  readonly body?: unknown;
}
const DOORS: readonly Door[] = [
  { act: 'see_people', method: 'GET', path: '/people' },
  { act: 'invite', method: 'POST', path: '/invites', body: { emails: ['member@apiary.example'] } },
  { act: 'give_roles', method: 'PUT', path: '/people/:person_id/role', body: { role: 'member' } },
  { act: 'authorise_minors', method: 'PUT', path: '/people/:person_id/authorisation', body: { authorised: false } },
  { act: 'invite', method: 'POST', path: '/people/:person_id/invite' },
  { act: 'provision', method: 'GET', path: '/rosters' },
  { act: 'provision', method: 'GET', path: '/rosters/:roster_id' },
  { act: 'provision', method: 'GET', path: '/rosters/:roster_id/rows' },
  { act: 'provision', method: 'POST', path: '/rosters/:roster_id/apply' },
  { act: 'provision', method: 'POST', path: '/rosters/:roster_id/undo' },
  { act: 'provision', method: 'GET', path: '/provisioning' },
  { act: 'provision', method: 'GET', path: '/provisioning/requests' },
  { act: 'provision', method: 'DELETE', path: '/provisioning/tokens/:token_id' },
];

const call = (person: Person, { method, path, body }: Door, ids: Readonly<Record<string, string>>): Promise<Received> =>
  api.call(`/api/organisation${path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? randomUUID())}`, {
    method,
    bearer: person.accessToken,
    ...(body !== undefined && { body }),
  });

describe.each(ORGANISATION_ROLES)('as %s', (role) => {
  it.each(DOORS)('$method $path is open to who may $act', async (door) => {
    const answer = await call(own.people[role], door, own.ids);
    const outcome = answer.json.code === 'organisation.not_allowed' ? 'refused' : 'let through';
    expect([outcome, answer.text]).toEqual([roleMay(role, door.act) ? 'let through' : 'refused', answer.text]);
    expect(answer.text).not.toContain('orchard');
  });

  it.each(DOORS.filter(({ path }) => path.includes(':')))('$method $path of another organisation is not found', async (door) => {
    const answer = await call(own.people[role], door, other.ids);
    // who may nothing is told that first; nobody is told whether it exists
    expect(['not_found', 'organisation.not_allowed']).toContain(answer.json.code);
    expect(answer.json.code === 'organisation.not_allowed' && roleMay(role, door.act)).toBe(false);
    expect(answer.text).not.toContain('orchard');
  });

  it('removes nobody of another organisation', async () => {
    const answer = await call(own.people[role], { act: 'remove_people', method: 'DELETE', path: '/people/:person_id' }, other.ids);
    expect(answer.status).toBe(404);
    expect(await knex()('organisation_member').where({ organisation_id: other.id })).toHaveLength(ORGANISATION_ROLES.length);
  });
});

it('uploads and tokens are open to who may provision, and to nobody else', async () => {
  for (const role of ORGANISATION_ROLES) {
    const bearer = own.people[role].accessToken;
    const made = await api.call('/api/organisation/provisioning/tokens', { method: 'POST', bearer });
    const expected = roleMay(role, 'provision') ? [201, undefined] : [403, 'organisation.not_allowed'];
    expect([made.status, made.json.code], role).toEqual(expected);
  }
});

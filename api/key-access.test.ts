import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { KEY_SCOPE_IDS, KEY_SCOPES, type KeyScope } from '#contract/identity/key-scopes.ts';
import { keyAccess, mayKeyCall } from '#contract/key-access.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';

/**
 * Calls every non-public endpoint with a key that has a scope which opens it, and with one that does not: the server must admit or refuse
 * them as declared, which `npm run client -- --scopes` prints.
 */
const api = useTestApi();
const guarded = ENDPOINTS.filter(({ auth }) => auth !== 'public');
const named = guarded.map((endpoint) => [endpoint.name, endpoint] as const);
const secrets = new Map<KeyScope, string>();
let owner: Person;

beforeAll(async () => {
  owner = await api.givenPerson('owner@example.com', { birthYear: 1980, roles: ['learner', 'creator', 'operator', 'admin'] });
  await givenOrganisation({ owner: { id: owner.userId, email: owner.email } });
  for (const scope of KEY_SCOPE_IDS) {
    const [holder] = KEY_SCOPES[scope].holders;
    secrets.set(scope, (await givenKey({ accountId: owner.userId, holder, scopes: [scope] })).secret);
  }
});

/** Calls an endpoint with an effectively empty request: a refusal for another reason means that the key was admitted. */
function callWith(bearer: string, { name, method, path }: Endpoint): Promise<Received> {
  const address = path.replaceAll(/:(\w+)/g, (_, param: string) => (param === 'user_id' ? owner.userId : 'missing'));
  // recommendations need no field, so the call would wait for them
  const body = name === 'recommendCourses' ? { user_context: 0 } : {};
  return api.call(address, { method, bearer, ...(method !== 'GET' && { body }) });
}

it('an endpoint that declares no scopes is closed to keys', () => {
  expect(keyAccess({})).toEqual({ refused: 'Nobody has decided yet.' });
  expect(guarded.map(keyAccess)).not.toContainEqual(keyAccess({}));
});

it('operations that spend tokens are open to generate, mentor and operate only', () => {
  const spending = guarded
    .filter(({ errors }) => errors.includes('tokens.insufficient'))
    .flatMap((endpoint) => {
      const access = keyAccess(endpoint);
      return 'scopes' in access ? access.scopes : [];
    });
  expect(new Set(spending)).toEqual(new Set(['generate', 'mentor', 'operate']));
});

it('the records of a class need their own scope, and students’ questions need a person', () => {
  const opened = Object.fromEntries(guarded.map((endpoint) => [endpoint.name, keyAccess(endpoint)]));
  for (const name of ['listClassMembers', 'createAssignment', 'getClassReport', 'getClassReportCsv', 'getAssignmentReport'])
    expect([name, opened[name]]).toEqual([name, { scopes: ['classes'] }]);
  expect(opened['listClasses']).toEqual({ scopes: ['learn', 'classes'] });
  for (const name of ['listClassQuestions', 'askTeacher', 'answerClassQuestion', 'listMarks', 'setMark'])
    expect([name, opened[name]]).toEqual([name, { refused: expect.any(String) }]);
});

it('the scopes of operators open operators’ endpoints only, and no other scope opens them', () => {
  for (const endpoint of guarded) {
    const access = keyAccess(endpoint);
    if (!('scopes' in access) || endpoint.name === 'getCaller') continue;
    for (const scope of access.scopes)
      expect([endpoint.name, scope.startsWith('operate')]).toEqual([endpoint.name, endpoint.auth === 'operator']);
  }
});

/** Returns a scope that opens the endpoint and one that does not, in rotation: over the table, each scope is tried hundreds of times. */
function inTurn(endpoint: Endpoint, turn: number): KeyScope[] {
  const opens = Object.groupBy(KEY_SCOPE_IDS, (scope) => String(mayKeyCall(endpoint, [scope])));
  return [opens['true'], opens['false']].flatMap((scopes) => scopes?.[turn % scopes.length] ?? []);
}

describe('a key with each scope in turn', () => {
  it.each(named.map(([name, endpoint], turn) => [name, endpoint, inTurn(endpoint, turn)] as const))(
    'at %s',
    async (_, endpoint, scopes) => {
      const access = keyAccess(endpoint);
      const answers = await Promise.all(scopes.map(async (scope) => ({ scope, answer: await callWith(secrets.get(scope)!, endpoint) })));
      for (const { scope, answer } of answers) {
        if (mayKeyCall(endpoint, [scope])) {
          expect(answer.status, scope).not.toBe(401);
          expect(['key.scope', 'key.person_needed', 'key.network', 'csrf.refused', 'limits.rate'], scope).not.toContain(answer.json?.code);
          if (endpoint.auth === 'operator') expect(answer.json?.code, scope).not.toBe('access.denied');
        } else {
          expect([scope, answer.status, answer.json?.code]).toEqual([scope, 403, 'refused' in access ? 'key.person_needed' : 'key.scope']);
        }
      }
    },
  );

  it('tries every scope both ways', () => {
    const tried = guarded.flatMap((endpoint, turn) => inTurn(endpoint, turn).map((scope) => `${scope} ${mayKeyCall(endpoint, [scope])}`));
    expect(new Set(tried).size).toBe(KEY_SCOPE_IDS.length * 2);
  });

  it('has changed nothing in the account, and created no key', async () => {
    expect(await api.database.knex('api_key').where({ account_id: owner.userId }).whereNull('ended_at')).toHaveLength(KEY_SCOPE_IDS.length);
    expect(await api.database.knex('account').where({ id: owner.userId, deletion_due_at: null, suspended_at: null })).toHaveLength(1);
  });
});

import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { FROM_OUR_PAGE, PASSWORD, useTestApi, type Person } from '#api/testing/test-api.ts';
import { useMentorSandbox } from '#domain/mentor/mentor.factory.ts';
import { openLimits, LIMITS } from '#api/platform/limits.ts';
import { answerOf, ApiProblem, connect, onlyOnce, pagesOf } from '#clients/typescript/client.ts';
import type { KeyScope } from '#contract/identity/key-scopes.ts';
import { scopesOf } from '#contract/identity/key-scopes.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { mailedToken } from '#domain/mail/mailed-token.factory.ts';
import { storeKeyCalls } from '#domain/identity/api-keys/key-calls.ts';
import { database } from '#domain/platform/database.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { proveLedger } from '#domain/billing/ledger/prove-ledger.command.ts';

/** Calls of one key per minute. */
const CALLS = 60;
const limits = openLimits({ local: true, table: LIMITS.map((row) => (row.limit === 'key' ? { ...row, localPoints: CALLS } : row)) });
const api = useTestApi({ generateWaitMs: 0 }, { limits });
const sandbox = useMentorSandbox();
let ada: Person;
let eve: Person;

beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com', { proven: true, birthYear: 1990 });
  eve = await api.givenPerson('eve@example.com', { proven: true });
});

const as = (person: Person, method: string, address: string, body?: unknown) =>
  api.call(address, { method, bearer: person.accessToken, ...(body !== undefined && { body }) });
const NEW = { name: 'Reports', scopes: ['courses:read'], days: 30, day_budget: 0, password: PASSWORD };

/** Creates a key as a person does. */
async function makeKey(person: Person, changes: object = {}): Promise<{ id: string; secret: string }> {
  const { status, json, text } = await as(person, 'POST', '/api/keys/account', { ...NEW, ...changes });
  expect(status, text).toBe(201);
  return { id: json.key.api_key_id, secret: json.secret };
}
const withKey = (secret: string, method: string, address: string, body?: unknown) =>
  api.call(address, { method, bearer: secret, ...(body !== undefined && { body }) });
const problemOf = async (call: Promise<unknown>): Promise<ApiProblem> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiProblem);
  return error as ApiProblem;
};

describe('making a key', () => {
  it('shows it once', async () => {
    const { status, json } = await as(ada, 'POST', '/api/keys/account', { ...NEW, networks: ['203.0.113.0/24'] });
    expect(status).toBe(201);
    expect(json.key).toMatchObject({
      name: 'Reports',
      scopes: ['courses:read'],
      networks: ['203.0.113.0/24'],
      calls: 0,
      acts_for: 'Ada Okafor',
    });
    const list = await as(ada, 'GET', '/api/keys/account');
    expect(list.json.keys[0]).toEqual(json.key);
    expect(list.text).not.toContain(json.secret.slice(9));
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 403, 'auth.password_wrong'],
    ['no scope', { scopes: [] }, 400, 'validation.failed'],
    ['an operator’s scope', { scopes: ['operate'] }, 400, 'validation.failed'],
    ['no end', { days: 100_000 }, 400, 'validation.failed'],
    ['a host name', { networks: ['example.com'] }, 400, 'validation.failed'],
    ['a negative budget', { day_budget: -1 }, 400, 'validation.failed'],
  ])('is refused with %s', async (_, changes, status, code) => {
    const answer = await as(ada, 'POST', '/api/keys/account', { ...NEW, ...changes });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('needs a proved address', async () => {
    const new_ = await api.givenPerson('unproven@example.com');
    expect((await as(new_, 'POST', '/api/keys/account', NEW)).json.code).toBe('auth.address_unproven');
  });

  it('belongs to its owner only: others neither see nor revoke it', async () => {
    const { id } = await makeKey(ada);
    expect((await as(eve, 'GET', '/api/keys/account')).json.keys).toEqual([]);
    expect((await as(eve, 'DELETE', `/api/keys/account/${id}`)).status).toBe(404);
    for (const holder of ['organisation', 'operator']) expect((await as(eve, 'GET', `/api/keys/${holder}`)).status).toBe(404);
  });

  it('of an organisation belongs to its owner, who sees all of them', async () => {
    const boss = await api.givenPerson('boss@example.com', { proven: true, birthYear: 1980 });
    await givenOrganisation({ owner: { id: boss.userId, email: boss.email } });
    const made = await as(boss, 'POST', '/api/keys/organisation', { ...NEW, scopes: ['organisation'] });
    expect(made.status, made.text).toBe(201);
    expect((await withKey(made.json.secret, 'GET', '/api/organisation/people')).status).toBe(200);
    expect((await withKey(made.json.secret, 'DELETE', `/api/organisation/people/${boss.userId}`)).json.code).toBe('key.person_needed');
    expect((await as(boss, 'GET', '/api/keys/organisation')).json.keys).toHaveLength(1);
  });
});

describe('an app with a key', () => {
  it('reads, with the client, what its scope allows, page by page', async () => {
    const reader = await api.givenPerson('reader@example.com', { proven: true });
    for (let n = 0; n < 3; n += 1) await givenCourse(reader.userId, { document: { title: `Bees ${n}` } });
    const { secret } = await makeKey(reader);
    const client = connect({ url: api.origin, key: secret });
    const { user_id, key } = await answerOf(client.GET('/api/caller'));
    expect([user_id, key?.scopes]).toEqual([reader.userId, ['courses:read']]);
    const titles: string[] = [];
    const read = (after?: string) =>
      answerOf(client.GET('/api/courses/{user_id}', { params: { path: { user_id }, query: { limit: 1, after } } }));
    for await (const page of pagesOf(read, ({ next }) => next)) titles.push(...page.courses.map(({ title }) => title));
    expect(titles.toSorted()).toEqual(['Bees 0', 'Bees 1', 'Bees 2']);
  });

  it('is told which scope is missing, and which operations need a person', async () => {
    const { secret } = await makeKey(ada);
    const client = connect({ url: api.origin, key: secret });
    const scope = await problemOf(answerOf(client.GET('/api/notes' as never)) as Promise<unknown>);
    expect([scope.status, scope.code, scope.message]).toEqual([
      403,
      'key.scope',
      'This API key does not have permission to do this. It needs one of: learn.',
    ]);
    expect((await withKey(secret, 'GET', '/api/auth/sessions')).json.code).toBe('key.person_needed');
  });

  it('is accepted from the allowed addresses only', async () => {
    const near = await makeKey(ada, { networks: ['127.0.0.0/8'] });
    const far = await makeKey(ada, { networks: ['203.0.113.0/24', '2001:db8::/32'] });
    expect((await withKey(near.secret, 'GET', '/api/caller')).status).toBe(200);
    const refused = await withKey(far.secret, 'GET', '/api/caller');
    expect([refused.status, refused.json.code]).toEqual([403, 'key.network']);
  });

  it('needs no CSRF header, and its cookies are ignored', async () => {
    const { secret } = await makeKey(ada, { scopes: ['learn'] });
    const answer = await api.call('/api/goals/week', {
      method: 'PUT',
      bearer: secret,
      cookie: eve.cookie,
      body: { minutes: 30 },
      headers: { Origin: 'https://elsewhere.example' },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await api.database.knex('api_key').where({ account_id: eve.userId })).toEqual([]);
  });

  it('is refused more calls than a key has in a minute', async () => {
    const { secret } = await makeKey(ada);
    const statuses: number[] = [];
    for (let n = 0; n <= CALLS; n += 1) statuses.push((await withKey(secret, 'GET', '/api/caller')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(CALLS);
    expect(statuses.at(-1)).toBe(429);
    // refused by its hash, without asking the database for its owner
    await storeKeyCalls();
    const statements: string[] = [];
    database().on('query', ({ sql }: { sql: string }) => statements.push(sql));
    expect((await withKey(secret, 'GET', '/api/caller')).status).toBe(429);
    expect(statements.filter((text) => text.includes('api_key'))).toEqual([]);
    const other = await makeKey(ada);
    expect((await withKey(other.secret, 'GET', '/api/caller')).status).toBe(200);
  });

  it('writes a course once, however often it asks, and within its budget only', async () => {
    const writer = await api.givenPerson('writer@example.com', { proven: true, birthYear: 1990 });
    const { secret } = await makeKey(writer, { scopes: ['generate'], day_budget: 60 });
    const client = connect({ url: api.origin, key: secret });
    const order = (topic: string, headers: object) =>
      answerOf(
        client.POST('/api/generate-course', {
          body: { topic, learning_goals: 'Keep one colony', age: 30 },
          headers: { Prefer: 'respond-async', ...headers },
        }),
      );
    const once_ = onlyOnce();
    const first = await order('Bees', once_);
    expect(await order('Bees', once_)).toMatchObject({ task_id: (first as { task_id: string }).task_id });
    const spent = async () => (await as(writer, 'GET', '/api/keys/account')).json.keys[0].spent_today;
    const price = await spent();
    expect(price).toBeGreaterThan(0);
    let sum = price;
    for (let n = 0; sum + price <= 60; n += 1, sum += price) await order(`Topic ${n}`, onlyOnce());
    const refused = await problemOf(order('One too many', onlyOnce()));
    expect([refused.status, refused.code]).toEqual([402, 'key.budget']);
    expect(await spent()).toBe(sum);
    expect(await proveLedger()).toBe(0);
  });
});

describe('revoking a key', () => {
  it('and suspending its owner end the streams of its app', async () => {
    const person = await api.givenPerson('streamed@example.com', { proven: true });
    const { secret } = await makeKey(person, { scopes: ['mentor'], day_budget: 100 });
    await sandbox.control('PUT', 'latency', { ms: 10_000, first_chunk_ms: 10_000 });
    const answer = await fetch(`${api.origin}/api/mentor/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a15', message: 'When?' }),
    });
    expect(answer.status).toBe(200);
    await api.database.knex('account').where({ id: person.userId }).update({ suspended_at: new Date() });
    expect(await answer.text()).not.toContain('"ended"');
  });

  it('refuses its next call, even if the owner revokes it in another process', async () => {
    const { id, secret } = await makeKey(ada);
    expect((await withKey(secret, 'GET', '/api/caller')).status).toBe(200);
    expect((await as(ada, 'DELETE', `/api/keys/account/${id}`)).json).toMatchObject({ api_key_id: id, ended_at: expect.any(String) });
    const answer = await withKey(secret, 'GET', '/api/caller');
    expect([answer.status, answer.json.code]).toEqual([401, 'key.invalid']);
    const other = await makeKey(ada);
    expect((await withKey(other.secret, 'GET', '/api/caller')).status).toBe(200);
    await api.database.knex('api_key').where({ id: other.id }).update({ ended_at: new Date() });
    expect((await withKey(other.secret, 'GET', '/api/caller')).status).toBe(401);
  });

  it('happens together with the other devices if the user ticks it; a changed password revokes none', async () => {
    const person = await api.givenPerson('devices@example.com', { proven: true });
    const { secret } = await makeKey(person);
    const status = async () => (await withKey(secret, 'GET', '/api/caller')).status;
    const changed = await as(person, 'POST', '/api/auth/password/change', { current: PASSWORD, new: 'a quieter horse battery' });
    expect([changed.status, await status()]).toEqual([200, 200]);
    expect((await as(person, 'GET', '/api/auth/sessions')).json.api_keys).toBe(1);
    expect((await as(person, 'DELETE', '/api/auth/sessions')).json).toEqual({ ended: 0, ended_keys: 0 });
    expect(await status()).toBe(200);
    expect((await as(person, 'DELETE', '/api/auth/sessions?api_keys=end')).json).toEqual({ ended: 0, ended_keys: 1 });
    expect(await status()).toBe(401);
    expect((await as(person, 'GET', '/api/auth/sessions')).json.api_keys).toBe(0);
  });

  it('happens at a password reset', async () => {
    const person = await api.givenPerson('forgetful@example.com', { proven: true });
    const { secret } = await makeKey(person);
    await api.call('/api/auth/password/forgot', { body: { email: person.email } });
    const token = await mailedToken('reset-password', person.email);
    expect((await api.call('/api/auth/password/reset', { body: { token, password: 'another horse battery' } })).status).toBe(200);
    expect((await withKey(secret, 'GET', '/api/caller')).status).toBe(401);
  });

  it('ends the streams of its app', async () => {
    const { id, secret } = await makeKey(ada, { scopes: ['mentor'], day_budget: 100 });
    await sandbox.control('PUT', 'latency', { ms: 10_000, first_chunk_ms: 10_000 });
    const answer = await fetch(`${api.origin}/api/mentor/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a14', message: 'When?' }),
    });
    expect(answer.status).toBe(200);
    await as(ada, 'DELETE', `/api/keys/account/${id}`);
    expect(await answer.text()).not.toContain('"ended"');
  });
});

/** docs/api.md, "A stolen key". */
describe('a stolen key with every scope of an account', () => {
  let stolen: string;
  beforeAll(async () => {
    stolen = (await makeKey(ada, { scopes: scopesOf('account') as KeyScope[], day_budget: 10 })).secret;
  });

  it('opens no socket, and gets no ticket for one', async () => {
    expect((await withKey(stolen, 'POST', '/api/live/ticket', {})).json.code).toBe('key.person_needed');
    const socket = new WebSocket(`${api.origin.replace('http', 'ws')}/ws/${ada.userId}`, {
      headers: { Authorization: `Bearer ${stolen}` },
    });
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(403);
  });

  it.each([
    ['makes no key', 'POST', '/api/keys/account', NEW],
    ['ends no key', 'DELETE', '/api/keys/account/missing', undefined],
    ['sees no key', 'GET', '/api/keys/account', undefined],
    ['changes no password', 'POST', '/api/auth/password/change', { current: PASSWORD, new: 'mine now, all of it' }],
    ['deletes no account', 'POST', '/api/auth/deletion', { password: PASSWORD }],
    ['turns off no second factor', 'POST', '/api/auth/second-factor/off', { password: PASSWORD, code: '1' }],
    ['buys nothing', 'POST', '/api/purchase-tokens', { token_amount: 300 }],
    ['pays nothing out', 'POST', '/api/creator/payouts/pages', {}],
    ['takes no export of everything', 'GET', '/api/user/data-export', undefined],
    ['writes to nobody', 'POST', '/api/community-chat/messages', { message_id: 'm1', content: 'Hello' }],
  ])('%s', async (_, method, address, body) => {
    const answer = await withKey(stolen, method, address, body);
    // a misspelt address would prove nothing
    expect(answer.status, address).not.toBe(404);
    expect(answer.status, address).not.toBe(405);
    expect(answer.json.code).toBe('key.person_needed');
  });

  it('does not act as an operator, even if its owner is one', async () => {
    await api.database
      .knex('account')
      .where({ id: ada.userId })
      .update({ roles: ['learner', 'operator'] });
    expect((await withKey(stolen, 'GET', '/api/operator/overview')).json.code).toBe('key.scope');
    await api.database
      .knex('account')
      .where({ id: ada.userId })
      .update({ roles: ['learner'] });
  });

  it('does not open the account to another user', async () => {
    const answer = await withKey(stolen, 'GET', `/api/courses/${eve.userId}`);
    expect([answer.status, answer.json.code]).toEqual([403, 'access.denied']);
  });

  it('signs nobody out, and does not work as a refresh token', async () => {
    await api.call('/api/auth/logout', { method: 'POST', bearer: stolen, body: { refresh_token: stolen }, headers: FROM_OUR_PAGE });
    expect((await as(ada, 'GET', '/api/auth/me')).status).toBe(200);
    expect((await api.call('/api/auth/refresh', { body: { refresh_token: stolen } })).status).toBe(401);
  });
});

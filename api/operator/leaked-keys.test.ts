import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { endLeakedKeys } from '#domain/identity/api-keys/leaked-key.commands.ts';

const api = useTestApi();
const knex = () => api.database.knex;
let operator: Person;
let owner: Person;

beforeAll(async () => {
  operator = await api.givenPerson('operator@example.com', { proven: true });
  owner = await api.givenPerson('owner@example.com', { proven: true, birthYear: 1990 });
  await knex()('account')
    .where({ id: operator.userId })
    .update({ roles: ['learner', 'operator'] });
});

const as = (person: Person, path: string, body: object = {}) =>
  api.call(`/api/operator/keys/${path}`, { method: 'POST', bearer: person.accessToken, body });
const find = async (q: string): Promise<string[]> => (await as(operator, 'search', { q })).json.keys.map((key: any) => key.api_key_id);
const works = async (secret: string) => (await api.call(`/api/courses/${owner.userId}`, { bearer: secret })).status === 200;
const mails = async () =>
  (await knex()('outgoing_mail').where({ account_id: owner.userId, kind: 'security-changed' }))
    .map(({ data }) => data as { change: string; about?: string })
    .filter(({ change }) => change === 'api_key_leaked');
/** Changes the checksum, so that the key counts as a typo. */
const mistyped = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;

describe('a leaked key', () => {
  it('is found by the key itself, wherever it appears, by ending, name, id and owner, with its owner', async () => {
    const { id, secret } = await givenKey({ accountId: owner.userId });
    const { name } = (await knex()('api_key').where({ id }).first('name'))!;
    for (const q of [secret, `COURSEWRIGHT_KEY="${secret}" # reports`, id, name.toUpperCase(), secret.slice(-4), `…${secret.slice(-4)}`])
      expect(await find(q), 'by one of its names').toEqual([id]);
    expect(await find(owner.email)).toContain(id);
    expect(await find(mistyped(secret))).toEqual([]);
    const { keys } = (await as(operator, 'search', { q: secret })).json;
    expect(keys).toMatchObject([{ name, ending: secret.slice(-4), owner: { user_id: owner.userId, email: owner.email }, ended_at: null }]);
    const people = await api.call(`/api/operator/people?q=${id}`, { bearer: operator.accessToken });
    expect(people.json.people).toMatchObject([{ user_id: owner.userId }]);
  });

  it('is revoked alone and at once; its owner is notified by email, once, and the audit names the operator', async () => {
    const [leaked, other] = [await givenKey({ accountId: owner.userId }), await givenKey({ accountId: owner.userId })];
    expect([await works(leaked.secret), await works(other.secret)]).toEqual([true, true]);
    const before = (await mails()).length;
    const ended = await Promise.all([1, 2, 3].map(() => as(operator, `${leaked.id}/end`)));
    expect(ended.map(({ status, json }) => [status, json.ended_at === null])).toEqual(Array.from({ length: 3 }, () => [200, false]));
    expect([await works(leaked.secret), await works(other.secret)]).toEqual([false, true]);
    const session = await api.call('/api/auth/me', { bearer: owner.accessToken });
    expect(session.status).not.toBe(401);
    expect((await mails()).length - before).toBe(1);
    expect(await knex()('audit_entry').where({ action: 'api_key.end_leaked', subject: `account:${owner.userId}` })).toMatchObject([
      { actor: `account:${operator.userId}`, detail: { ended_key: leaked.id } },
    ]);
    expect(await find(leaked.secret)).toEqual([leaked.id]);
  });

  it('is found and ended by operators only', async () => {
    const { id, secret } = await givenKey({ accountId: owner.userId });
    expect((await as(owner, 'search', { q: secret })).json.code).toBe('access.denied');
    expect((await as(owner, `${id}/end`)).json.code).toBe('access.denied');
    expect((await as(operator, `${crypto.randomUUID()}/end`)).status).toBe(404);
    expect(await works(secret)).toBe(true);
  });
});

describe('the list of a scanner', () => {
  it('revokes the found keys, each once, and counts the rest', async () => {
    const [one, two] = [await givenKey({ accountId: owner.userId }), await givenKey({ accountId: owner.userId })];
    const lines = [one.secret, `config.yml:12: key: ${two.secret}`, one.secret, '', mistyped(two.secret), 'nothing here'];
    expect(await endLeakedKeys(lines, { actor: 'script:olu' })).toEqual({ ended: 2, before: 1, unknown: 0, none: 2 });
    expect([await works(one.secret), await works(two.secret)]).toEqual([false, false]);
    expect(await endLeakedKeys(lines, { actor: 'script:olu' })).toMatchObject({ ended: 0, before: 3 });
    expect(await knex()('audit_entry').where({ actor: 'script:olu', action: 'api_key.end_leaked' })).toHaveLength(2);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { areConnected, isBlockedBetween } from '#domain/people/people.queries.ts';

const api = useTestApi();
let ada: Person;
let ben: Person;
let kid: Person;
const ageOf = (person: Person, birth_year: number | null) =>
  api.database.knex('account').where({ id: person.userId }).update({ birth_year });

beforeAll(async () => {
  const given = (name: string) => api.givenPerson(`${name}@example.com`, { tokens: 0 });
  [ada, ben, kid] = await Promise.all([given('ada'), given('ben'), given('kid')]);
  await ageOf(ada, 1990);
  await ageOf(ben, 1991);
});

const connect = (from: Person, to: Person, as = from) =>
  api.call(`/api/connect-users?user1_id=${as.userId}&user2_id=${to.userId}`, { method: 'POST', bearer: from.accessToken });
const answer = (by: Person, to: Person, accept: boolean) =>
  api.call(`/api/connections/${to.userId}/answer`, { body: { accept }, bearer: by.accessToken });
const act = (by: Person, method: string, address: string) => api.call(address, { method, bearer: by.accessToken });
const listOf = async (person: Person) => {
  const { json } = await act(person, 'GET', `/api/user-connections/${person.userId}`);
  return json.connections.map((one: { user_id: string; state: string }) => [one.user_id, one.state]);
};
const noticesOf = (person: Person) => api.database.knex('notification').where({ account_id: person.userId }).orderBy('id').pluck('kind');

describe('a connection', () => {
  it('LOC-14 COM-14 is requested, seen on both sides, and accepted; ten times at once it is one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => connect(ada, ben)));
    for (const { status, json } of answers)
      expect([status, json]).toEqual([200, { message: 'Connection request sent!', state: 'requested' }]);
    expect([await listOf(ada), await listOf(ben)]).toEqual([[[ben.userId, 'requested']], [[ada.userId, 'asked']]]);
    expect(await areConnected(ada.userId, ben.userId)).toBe(false);
    expect((await answer(ada, ben, true)).status).toBe(404);
    expect((await answer(ben, ada, true)).json).toEqual({ state: 'accepted' });
    expect((await answer(ben, ada, true)).json).toEqual({ state: 'accepted' });
    expect([await listOf(ada), await listOf(ben)]).toEqual([[[ben.userId, 'accepted']], [[ada.userId, 'accepted']]]);
    expect([await areConnected(ada.userId, ben.userId), await areConnected(ben.userId, ada.userId)]).toEqual([true, true]);
    expect([await noticesOf(ada), await noticesOf(ben)]).toEqual([['connection.accepted'], []]);
  });

  it('is requested in the caller’s own name only, and only between adults', async () => {
    expect((await connect(ada, ben, ben)).json.code).toBe('access.denied');
    expect((await connect(kid, ada)).json.code).toBe('age.unknown');
    expect((await connect(ada, kid)).status).toBe(404);
    expect((await connect(ada, ada)).status).toBe(400);
    expect((await act(ada, 'GET', `/api/user-connections/${ben.userId}`)).status).toBe(403);
  });

  it('a declined request is not reported and cannot be repeated; mutual requests are accepted', async () => {
    expect((await act(ada, 'DELETE', `/api/connections/${ben.userId}`)).json).toEqual({ removed: true });
    await connect(ada, ben);
    expect((await answer(ben, ada, false)).json).toEqual({ state: 'declined' });
    expect((await connect(ada, ben)).json.state).toBe('requested');
    expect((await act(ada, 'DELETE', `/api/connections/${ben.userId}`)).status).toBe(404);
    expect([await listOf(ada), await listOf(ben)]).toEqual([[[ben.userId, 'requested']], []]);
    expect((await connect(ben, ada)).json.state).toBe('requested');
    expect((await connect(ada, ben)).json.state).toBe('accepted');
  });
});

describe('a block', () => {
  it('ends the connection, hides each from the other, and notifies neither', async () => {
    const share = { body: { privacy: { data_sharing: true } } };
    for (const person of [ada, ben]) await api.call('/api/user/settings', { ...share, bearer: person.accessToken });
    const seen = async (person: Person) =>
      (await act(person, 'GET', '/api/user-profiles')).json.profiles.map((one: { user_id: string }) => one.user_id);
    const one = async (id: string) => (await act(ben, 'GET', `/api/user-profiles?person=${id}`)).json.profiles;
    expect(await one(ada.userId)).toMatchObject([{ user_id: ada.userId, name: 'Ada Okafor' }]);
    expect(await one('nobody')).toEqual([]);
    expect(await seen(ben)).toContain(ada.userId);
    for (const _ of [1, 2]) expect((await act(ada, 'PUT', `/api/blocks/${ben.userId}`)).json).toEqual({ blocked: true });
    expect([await isBlockedBetween(ben.userId, ada.userId), await areConnected(ada.userId, ben.userId)]).toEqual([true, false]);
    expect([await seen(ada), await seen(ben), await one(ada.userId)]).toEqual([[ada.userId], [ben.userId], []]);
    expect([(await connect(ben, ada)).status, (await connect(ada, ben)).status]).toEqual([404, 404]);
    expect((await act(ada, 'GET', '/api/blocks')).json.blocked).toMatchObject([{ user_id: ben.userId, name: 'Ada Okafor' }]);
    expect((await act(ben, 'GET', '/api/blocks')).json.blocked).toEqual([]);
    expect((await act(ada, 'DELETE', `/api/blocks/${ben.userId}`)).json).toEqual({ blocked: false });
    expect(await seen(ben)).toContain(ada.userId);
  });
});

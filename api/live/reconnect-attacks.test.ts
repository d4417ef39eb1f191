import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PASSWORD, useTestApi, type Person } from '#api/testing/test-api.ts';
import { LIMITS, openLimits } from '#api/platform/limits.ts';

// the limits of a real installation: 60 sockets and tickets a minute
const api = useTestApi(
  {},
  {
    limits: openLimits({
      local: false,
      table: LIMITS.map((row) => (row.limit === 'register' ? { ...row, points: 10_000 } : row)),
      isCharged: false,
      wait: async () => undefined,
    }),
  },
);
const opened: WebSocket[] = [];
afterAll(() => {
  for (const socket of opened) socket.terminate();
});

/** Opens a socket. @returns the status of a refusal, or how an opened one was closed; `open` if it still is */
async function knock(
  person: Person,
  {
    userId = person.userId,
    headers = {},
    protocols = ['coursewright'],
  }: { userId?: string; headers?: Record<string, string>; protocols?: string[] } = {},
) {
  const byCookie = { Cookie: `__Host-cw-3000=${person.cookie}`, Origin: api.origin };
  const socket = new WebSocket(`${api.origin.replace('http', 'ws')}/ws/${userId}`, protocols, { headers: { ...byCookie, ...headers } });
  opened.push(socket);
  socket.on('error', () => undefined);
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number);
  const failed = once(socket, 'close').then(([code]) => code as number);
  const answer = await Promise.race([once(socket, 'open').then(() => 'open' as const), refused, failed]);
  return { socket, answer, closed: failed };
}

describe('a storm of connections', () => {
  let stormy: Person;
  let calm: Person;
  beforeAll(async () => {
    stormy = await api.givenPerson('stormy@example.com', { tokens: 0, birthYear: 1990 });
    calm = await api.givenPerson('calm@example.com', { tokens: 0, birthYear: 1990 });
  });

  it('of two hundred by one account opens at most eight at a time and sixty a minute; another account’s socket stays and hears no flood', async () => {
    const { socket, answer } = await knock(calm);
    expect(answer).toBe('open');
    let heard = 0;
    socket.on('message', () => (heard += 1));
    const results = await Promise.all(Array.from({ length: 200 }, () => knock(stormy)));
    const answers = results.map((one) => one.answer);
    expect(answers.filter((one) => one === 'open').length).toBeLessThanOrEqual(60);
    expect(answers.filter((one) => one === 429).length).toBeGreaterThanOrEqual(140);
    expect(answers.filter((one) => typeof one === 'number' && one >= 500 && one < 600)).toEqual([]);
    await expect.poll(() => api.live.count()).toBeLessThanOrEqual(9);
    for (const one of results) one.socket.terminate();
    await expect.poll(() => api.live.count()).toBe(1);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    // one list or one status for each coming and going that was let in
    expect(heard).toBeLessThanOrEqual(2 * 60 + 5);
  });

  it.each<[string, (person: Person) => Parameters<typeof knock>[1]]>([
    ['another account’s path', () => ({ userId: calm.userId })],
    ['a path of nobody', () => ({ userId: 'x' })],
    ['a path that climbs', () => ({ userId: `../ws/${calm.userId}` })],
    ['another site', () => ({ headers: { Origin: 'https://evil.example' } })],
    ['no site', () => ({ headers: { Origin: 'null' } })],
    ['no cookie', () => ({ headers: { Cookie: '' } })],
    ['a cookie that is cut', (person) => ({ headers: { Cookie: `__Host-cw-3000=${person.cookie.slice(0, -2)}` } })],
    ['a ticket that is none', () => ({ headers: { Cookie: '' }, protocols: ['coursewright', 'ticket.nonsense'] })],
  ])('from %s opens none', async (_, how) => {
    const person = await api.givenPerson(`${crypto.randomUUID()}@example.com`, { tokens: 0, birthYear: 1990 });
    const before = api.live.count();
    const { answer } = await knock(person, how(person));
    expect(answer).not.toBe('open');
    expect(api.live.count()).toBe(before);
  });

  it('with a session that ends in the middle keeps none open', async () => {
    const person = await api.givenPerson('leaves@example.com', { tokens: 0, birthYear: 1990 });
    const knocking = Array.from({ length: 20 }, () => knock(person));
    await api.call('/api/auth/change-password', {
      method: 'POST',
      bearer: person.accessToken,
      body: { current_password: PASSWORD, new_password: 'another horse battery' },
    });
    await api.database.knex('session').where({ account_id: person.userId }).update({ revoked_at: new Date() });
    await Promise.all(knocking);
    api.live.onSessionChanged(null);
    await expect
      .poll(async () => (await Promise.all(knocking)).filter(({ socket }) => socket.readyState === WebSocket.OPEN).length)
      .toBe(0);
    expect((await knock(person)).answer).not.toBe('open');
  });
});

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { WebSocket } from 'ws';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { openAllowance } from './allowance.ts';
import { LIVE_HANDLERS } from './live-handlers.ts';
import { openEventQueue, openLiveHub } from './live-hub.ts';

const api = useTestApi();
const opened: WebSocket[] = [];
afterAll(() => {
  for (const socket of opened) socket.terminate();
});

let count = 0;
const givenPerson = () => api.givenPerson(`sender-${(count += 1)}@example.com`, { tokens: 0, birthYear: 1990 });

interface Client {
  readonly socket: WebSocket;
  /** The server's side of the connection. */
  readonly connection: Socket;
  readonly closed: Promise<number>;
}

async function join(person: Person): Promise<Client> {
  const connected = once(api.server, 'connection');
  const socket = new WebSocket(`${api.origin.replace('http', 'ws')}/ws/${person.userId}`, ['coursewright'], {
    headers: { Cookie: `__Host-cw-3000=${person.cookie}`, Origin: api.origin },
  });
  opened.push(socket);
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => code as number);
  // nobody waits for the end of a socket that never opened
  closed.catch(() => undefined);
  const [[connection]] = (await Promise.all([connected, once(socket, 'open')])) as [[Socket], unknown];
  return { socket, connection, closed };
}

/** Returns a client's masked frame; the zero mask leaves its payload unchanged. */
const frame = (opcode: number, payload: string, isLast = true) =>
  Buffer.concat([Buffer.from([(isLast ? 0x80 : 0) | opcode, 0x80 | payload.length, 0, 0, 0, 0]), Buffer.from(payload)]);
const [CONTINUATION, TEXT, BINARY, PING, PONG] = [0, 1, 2, 9, 10] as const;
/** Sends bytes unchanged, so that all of them arrive in few reads. */
const write = ({ socket }: Client, bytes: Buffer) => (socket as unknown as { _socket: Socket })._socket.write(bytes, () => undefined);
const many = (one: Buffer, times: number) => Buffer.concat(Array.from({ length: times }, () => one));
const typing = frame(TEXT, JSON.stringify({ type: 'typing_indicator', is_typing: true }));

describe('a live socket', () => {
  it.each([
    ['one-byte texts', frame(TEXT, 'x')],
    ['bytes', frame(BINARY, 'x')],
    ['messages', typing],
    ['pings', frame(PING, '')],
    ['pongs', frame(PONG, '')],
    ['pieces of a message', frame(CONTINUATION, '')],
  ])('that floods with %s is read no further, and is cut', async (what, one) => {
    const client = await join(await givenPerson());
    const cut = once(client.connection, 'close');
    if (what === 'pieces of a message') write(client, frame(TEXT, '', false));
    write(client, many(one, Math.ceil(8_000_000 / one.length)));
    await cut;
    // one read may be in progress, and the next may be waiting
    expect(client.connection.bytesRead).toBeLessThan(1_000_000);
    expect([4400, 1008, 1006]).toContain(await client.closed);
  });

  it('tells its client why it was closed, when that one listens', async () => {
    for (const [sent, code] of [
      [frame(TEXT, 'x'), 4400],
      [many(frame(PONG, ''), 121), 4400],
      [Buffer.concat([frame(TEXT, '', false), many(frame(CONTINUATION, '', false), 16)]), 1008],
    ] as const) {
      const client = await join(await givenPerson());
      write(client, sent);
      expect(await client.closed).toBe(code);
    }
    const long = await join(await givenPerson());
    long.socket.send('x'.repeat(32_769));
    expect(await long.closed).toBe(1009);
  });

  it('shares one allowance with all others of its account, which a new socket does not renew', async () => {
    const [ada, ben] = [await givenPerson(), await givenPerson()];
    const [one, other, bens] = [await join(ada), await join(ada), await join(ben)];
    const pongs = many(frame(PONG, ''), 100);
    for (const client of [one, bens]) {
      const before = client.connection.bytesRead;
      write(client, pongs);
      await expect.poll(() => client.connection.bytesRead).toBe(before + pongs.length);
    }
    write(other, pongs);
    expect(await other.closed).toBe(4400);
    one.socket.close();
    await one.closed;
    // not until the allowance is full again
    await expect(join(ada)).rejects.toThrow('429');
    expect(bens.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('of an honest account stays open, is answered and lets its owner call, beside floods, huge frames and readers that never read', async () => {
    const honest = await givenPerson();
    const client = await join(honest);
    const hostile = [typing, frame(PING, ''), frame(TEXT, 'x'), frame(BINARY, 'x')].map((one) =>
      many(one, Math.ceil(2_000_000 / one.length)),
    );
    const clients = await Promise.all([...hostile, null, null].map(async (bytes) => ({ bytes, client: await join(await givenPerson()) })));
    const ends = clients.flatMap(({ bytes, client: one }) => (bytes ? [once(one.connection, 'close')] : []));
    for (const { bytes, client: one } of clients) {
      if (bytes) write(one, bytes);
      else (one.socket as unknown as { _socket: Socket })._socket.pause();
    }
    for (let n = 0; n < 5; n += 1) {
      const pong = once(client.socket, 'pong');
      client.socket.ping();
      await pong;
      expect((await api.call('/api/auth/me', { bearer: honest.accessToken })).status).toBe(200);
    }
    await Promise.all(ends);
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is refused beside eight others of its account, and is read no further', async () => {
    const ada = await givenPerson();
    for (let n = 0; n < 8; n += 1) await join(ada);
    const ninth = await join(ada);
    const cut = once(ninth.connection, 'close');
    write(ninth, many(typing, 100_000));
    await cut;
    expect(ninth.connection.bytesRead).toBeLessThan(1_000_000);
  });
});

describe('the allowance of an account', () => {
  it('lets bursts pass, long messages cost more, and fills up again', () => {
    let ms = 0;
    const allowance = openAllowance(() => ms);
    for (let n = 0; n < 40; n += 1) expect(allowance.take(24_000)).toBe(true);
    expect(allowance.restS()).toBe(0);
    expect([allowance.take(0), allowance.isFull(), allowance.restS()]).toEqual([false, false, 6]);
    ms = 1_000;
    for (let n = 0; n < 20; n += 1) expect(allowance.take(0)).toBe(true);
    expect(allowance.take(0)).toBe(false);
    ms = 60_000;
    expect([allowance.isFull(), allowance.restS()]).toEqual([true, 0]);
    for (let n = 0; n < 120; n += 1) expect(allowance.take(8_191)).toBe(true);
    expect(allowance.take(0)).toBe(false);
  });
});

it('announcements that a slow database lets pile up are given up, and clients told to refetch', async () => {
  let lost = 0;
  const seen: number[] = [];
  const first = Promise.withResolvers<void>();
  const feed = {
    topic: 'test',
    async deliver(batch: readonly (readonly string[])[]) {
      seen.push(batch.length);
      if (seen.length === 1) await first.promise;
      return [];
    },
  };
  const add = openEventQueue(feed, { deliver: () => {}, onLost: () => (lost += 1) });
  for (let n = 0; n < 5_000; n += 1) add([uuidv7()]);
  expect(lost).toBe(2);
  first.resolve();
  await expect.poll(() => seen.length).toBe(2);
  expect(Math.max(...seen)).toBeLessThanOrEqual(2_000);
});

it('a hub that closes waits for what it has begun, and begins nothing afterwards', async () => {
  const delivering = Promise.withResolvers<void>();
  const seen: string[] = [];
  const deliver = async (batch: readonly (readonly string[])[]) => {
    seen.push(...batch.flat());
    await delivering.promise;
    seen.push('delivered');
    return [];
  };
  const onClose = async () => void seen.push('closed');
  const hub = openLiveHub({ ...LIVE_HANDLERS, feeds: [{ topic: 'test', deliver }], onClose });
  hub.onEvent({ topic: 'test', ids: ['one'] });
  const closed = hub.close();
  hub.onEvent({ topic: 'test', ids: ['late'] });
  expect(seen).toEqual(['one']);
  delivering.resolve();
  await closed;
  expect(seen).toEqual(['one', 'delivered', 'closed']);
});

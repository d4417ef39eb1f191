import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createHttpServer, watchReaders } from './http-server.ts';

useTestDatabase();

const MB = 1_000_000;
const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Connection {
  readonly answer: IncomingMessage;
  /** The server's side of the connection. */
  readonly socket: Socket;
}

/** Serves an answer of as many megabytes as its path says, more than the kernel accepts for a client that does not read. */
async function serve(answer = (bytes: number, response: ServerResponse): unknown => response.end(Buffer.alloc(bytes))) {
  const server = createServer((request, response) => void answer(Number(request.url!.slice(1)) * MB, response));
  opened.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const ask = async (megabytes: number): Promise<Connection> => {
    const connected = once(server, 'connection');
    const request = get({
      port: (server.address() as AddressInfo).port,
      path: `/${megabytes}`,
      agent: false,
      headers: { Connection: 'keep-alive' },
    });
    const [[socket], [response]] = await Promise.all([connected, once(request, 'response')]);
    response.pause();
    response.on('error', () => undefined);
    return { answer: response, socket };
  };
  return { server, ask };
}

async function read({ answer }: Connection, bytes: number): Promise<void> {
  let taken = 0;
  for await (const piece of answer.iterator({ destroyOnReturn: false })) {
    taken += (piece as Buffer).length;
    if (taken >= bytes) return;
  }
}

it('a client that reads nothing of an answer for 30 s is disconnected; one that reads some, or has no answer pending, is not', async () => {
  const { server, ask } = await serve();
  const look = watchReaders(server, { lookMs: 3_600_000 });
  const [slow, steady, done] = [await ask(48), await ask(48), await ask(0)];
  await expect.poll(() => [slow, steady, done].map(({ socket }) => socket.writableLength > 0)).toEqual([true, true, false]);
  const start = performance.now();
  for (let s = 0; s < 60; s += 10) {
    look(start + s * 1_000);
    await read(steady, 6 * MB);
  }
  await expect.poll(() => slow.socket.destroyed).toBe(true);
  expect([steady.socket.destroyed, done.socket.destroyed]).toEqual([false, false]);
});

it('a client that reads a byte now and then is disconnected too', async () => {
  const { server, ask } = await serve();
  const look = watchReaders(server, { lookMs: 3_600_000 });
  const slow = await ask(48);
  const { socket } = slow;
  await expect.poll(() => socket.writableLength > 0).toBe(true);
  const start = performance.now();
  look(start);
  for (const s of [10, 20, 29]) {
    slow.answer.read(1);
    look(start + s * 1_000);
  }
  expect(socket.destroyed).toBe(false);
  look(start + 31_000);
  expect(socket.destroyed).toBe(true);
});

it('the source of an answer that nobody reads is paused, and closed with its connection', async () => {
  let made = 0;
  let isClosed = false;
  async function* pieces() {
    try {
      for (; made < 48 * MB; made += 65_536) yield Buffer.alloc(65_536);
    } finally {
      isClosed = true;
    }
  }
  const { server, ask } = await serve((_bytes, response) => pipeline(Readable.from(pieces(), { objectMode: false }), response, () => {}));
  const look = watchReaders(server, { lookMs: 3_600_000 });
  await ask(1);
  // the system's buffers accept megabytes, in bursts, before anything waits for the reader: each burst restarts the half minute
  let now = performance.now();
  await expect
    .poll(() => {
      look((now += 30_000));
      return isClosed;
    })
    .toBe(true);
  expect(made).toBeLessThan(24 * MB);
});

it('pending answers occupy a limited number of bytes together: the client that has read nothing for longest is disconnected', async () => {
  const { server, ask } = await serve();
  const look = watchReaders(server, { mostHeldBytes: 100 * MB, lookMs: 3_600_000 });
  const first = await ask(48);
  const start = performance.now();
  look(start);
  const others = [await ask(48), await ask(48)];
  await expect.poll(() => [first, ...others].every(({ socket }) => socket.writableLength > 0)).toBe(true);
  look(start + 1_000);
  look(start + 2_000);
  expect([first, ...others].map(({ socket }) => socket.destroyed)).toEqual([true, false, false]);
});

it('applies to the server of main.ts, for requests and sockets', async () => {
  const server = createHttpServer((_request, response) => response.end(Buffer.alloc(48 * MB)));
  expect(server.listenerCount('connection')).toBeGreaterThan(createServer().listenerCount('connection'));
});

import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { connectDatabase, disconnectDatabase } from './database.ts';
import { refusePooler } from './refuse-pooler.ts';

const db = useTestDatabase();

/** `BackendKeyData`, with which a client can cancel: its kind, its length, process id, key. */
const KEY = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Forwards connections to Postgres, as a pooler with keys of its own does. */
const between = createServer((socket) => {
  const { hostname, port } = new URL(db.url);
  const server = connect(Number(port), hostname);
  socket.pipe(server);
  server.on('data', (chunk: Buffer) => {
    const at = isPooler ? chunk.indexOf(KEY) : -1;
    if (at >= 0) chunk.writeInt32BE(7, at + KEY.length);
    socket.write(chunk);
  });
  for (const [one, other] of [[socket, server] as const, [server, socket] as const]) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
});
let isPooler = false;
afterAll(() => void between.close());

async function reachThrough(): Promise<void> {
  if (!between.listening) await once(between.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(db.url);
  url.port = String((between.address() as AddressInfo).port);
  await disconnectDatabase();
  connectDatabase(url.href, { poolMax: 2 });
  await refusePooler();
}

it('PostgreSQL is accepted, also behind a proxy that only forwards connections', async () => {
  await expect(refusePooler()).resolves.toBeUndefined();
  await expect(reachThrough()).resolves.toBeUndefined();
});

it('a pooler is refused with the reason', async () => {
  isPooler = true;
  await expect(reachThrough()).rejects.toThrow(/DATABASE_URL points to a connection pooler.*LISTEN/);
});

it('a database that is unavailable is waited for, not refused', async () => {
  await disconnectDatabase();
  connectDatabase('postgres://nobody@127.0.0.1:1/none', { poolMax: 1 });
  await expect(refusePooler()).resolves.toBeUndefined();
});

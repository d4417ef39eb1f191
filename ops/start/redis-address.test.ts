import net from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { anyFreePort } from './ports.mjs';
import { assertRedisReachable } from './redis-address.mjs';
import { SetupError } from './setup-error.mjs';

const linesOf = (redisUrl: string): Promise<string[]> =>
  assertRedisReachable(redisUrl).then(
    () => [],
    (error: unknown) => (error instanceof SetupError ? error.lines : Promise.reject(error)),
  );

it('an unreachable Redis is reported in one line, at once, without its password', async () => {
  const port = await anyFreePort();
  const lines = await linesOf(`redis://:secret@127.0.0.1:${port}`);
  expect(lines).toEqual([
    `Redis at 127.0.0.1:${port} (REDIS_URL) cannot be reached (ECONNREFUSED): start it, or unset REDIS_URL to keep jobs in PostgreSQL.`,
  ]);
});

it('one reachable node is enough, also of a cluster', async () => {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  expect(await linesOf(`redis://127.0.0.1:${port}/1`)).toEqual([]);
  expect(await linesOf(`redis://127.0.0.1:${await anyFreePort()}, redis://127.0.0.1:${port}`)).toEqual([]);
  server.close();
});

it.each(['127.0.0.1:6379', 'http://127.0.0.1:6379', 'redis://127.0.0.1:6379,', 'redis'])('%s is not a Redis address', async (redisUrl) => {
  expect(await linesOf(redisUrl)).toEqual([expect.stringMatching(/^REDIS_URL must be an address/)]);
});

import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { packAnswers } from './pack-answers.ts';

it('long answers are compressed, short ones are not, and only a few wait for clients that do not read', async () => {
  const app = new Koa().use(packAnswers({ mostAtOnce: 2 })).use((ctx) => {
    ctx.type = 'json';
    // hardly compressible, so more waits than the kernel accepts
    ctx.body = JSON.stringify(randomBytes(ctx.path === '/long' ? 6_000_000 : 6_000).toString('base64'));
  });
  app.silent = true;
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string): Promise<IncomingMessage> => {
    const [response] = await once(get({ port, path, agent: false, headers: { 'Accept-Encoding': 'zstd' } }), 'response');
    response.on('error', () => undefined);
    return response.pause();
  };
  const encodings: unknown[] = [];
  const waiting: IncomingMessage[] = [];
  for (let n = 0; n < 4; n += 1) {
    const answer = await ask('/long');
    waiting.push(answer);
    encodings.push(answer.headers['content-encoding']);
  }
  expect(encodings).toEqual(['zstd', 'zstd', undefined, undefined]);
  expect((await ask('/short')).headers['content-encoding']).toBeUndefined();
  for (const answer of waiting) answer.destroy();
  await expect.poll(async () => (await ask('/long')).headers['content-encoding']).toBe('zstd');
  server.closeAllConnections();
  server.close();
});

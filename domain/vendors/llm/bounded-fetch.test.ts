import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { JSON_BEES, BEES, useScriptedCalls } from './scripted-call.factory.ts';
import { boundedFetch, TooManyBytes } from './bounded-fetch.ts';
import { says } from './scripted-vendor.factory.ts';

const MB = 1024 * 1024;
const bounds = { total: 4 * MB, line: MB, error: 1000 };

let served = 0;
let stop: () => void = () => undefined;
afterEach(() => stop());

/** Starts a server that gives every request the same answer. */
async function serve(answer: (res: ServerResponse) => void): Promise<string> {
  const server = createServer((_req, res) => answer(res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // calls for `ai` go only to the vendors' configured addresses; the last test's pool may still connect to its server once more
  const service = SERVICES[(served += 1) % SERVICES.length]!;
  setConfig({ ...config(), accounts: { ...config().accounts, [service]: { baseURL, apiKey: 'key' } } });
  return baseURL;
}

/** Sends chunks as fast as they are read, up to a maximum, and counts the bytes sent. */
function pour(res: ServerResponse, piece: Buffer, most: number): { sent: number } {
  const count = { sent: 0 };
  const more = () => {
    while (count.sent < most && !res.destroyed) {
      count.sent += piece.byteLength;
      if (!res.write(piece)) return void res.once('drain', more);
    }
    res.end();
  };
  more();
  return count;
}

describe('the data that a vendor may send', () => {
  it('an answer within the limits arrives unchanged, and was requested uncompressed', async () => {
    let asked: unknown;
    const url = await serve((res) => {
      asked = res.req.headers['accept-encoding'];
      res.end('data: 1\n\ndata: 2\n\n');
    });
    expect(await (await boundedFetch(bounds)(url)).text()).toBe('data: 1\n\ndata: 2\n\n');
    expect(asked).toBe('identity');
  });

  it.each([
    ['one line of 600 MB', Buffer.alloc(64 * 1024, 'x'), 600 * MB],
    ['600 MB in many lines', Buffer.from(`${'x'.repeat(1000)}\n`.repeat(64)), 600 * MB],
  ])('%s is cut off before it takes up memory', async (_what, piece, most) => {
    let count = { sent: 0 };
    const url = await serve((res) => void (count = pour(res, piece, most)));
    const before = process.memoryUsage().rss;
    await expect(boundedFetch(bounds)(url).then((answer) => answer.text())).rejects.toThrow(TooManyBytes);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
    expect(count.sent).toBeLessThan(60 * MB);
  });

  it('only the beginning of an error body is read, and its status counts', async () => {
    const url = await serve((res) => {
      res.statusCode = 429;
      pour(res, Buffer.alloc(64 * 1024, 'x'), 600 * MB);
    });
    const answer = await boundedFetch(bounds)(url);
    expect([answer.status, (await answer.text()).length]).toEqual([429, bounds.error]);
  });

  it('a compressed answer is refused before anything of it is expanded', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MB));
    const url = await serve((res) => res.setHeader('content-encoding', 'gzip').end(bomb));
    await expect(boundedFetch(bounds)(url)).rejects.toThrow('it came as gzip');
  });
});

describe('a call whose vendor sends too much', () => {
  const { at, ask, failureOf } = useScriptedCalls();

  it('fails as a broken answer, and the call beside it is answered', async () => {
    at.vendor.play((res) => {
      res.setHeader('content-type', 'text/event-stream');
      pour(res, Buffer.alloc(64 * 1024, 'x'), 64 * MB);
    }, says(JSON_BEES));
    const failing = failureOf(ask());
    expect((await ask()).value).toEqual(BEES);
    expect(await failing).toMatchObject({ code: 'vendors.broken_output' });
  });
});

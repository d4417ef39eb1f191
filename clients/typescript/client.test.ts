import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { answerOf, ApiProblem, connect, endOfRun, onlyOnce, pagesOf } from './client.ts';

let asked: { readonly method: string; readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
let answers: { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }[] = [];
const server = createServer((request, response) => {
  request.resume();
  asked.push({ method: request.method!, url: request.url!, headers: request.headers });
  const { status, body, headers } = answers.shift() ?? { status: 500 };
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
});
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  answers = [];
});

const CALLER = { user_id: 'u1', key: null };

it('sends the key, and returns the answer', async () => {
  answers = [{ status: 200, body: CALLER }];
  const client = connect({ url: `${url}/`, key: 'cwk_live_1' });
  expect(await answerOf(client.GET('/api/caller'))).toEqual(CALLER);
  expect(asked[0]).toMatchObject({ url: '/api/caller', headers: { authorization: 'Bearer cwk_live_1' } });
});

it('throws the server’s refusals, with code, sentence and retry time', async () => {
  const problem = { type: 'about:blank', title: 'Too many requests', status: 429, detail: 'Later.', code: 'limits.rate', request_id: 'r' };
  answers = [{ status: 429, body: problem, headers: { 'content-type': 'application/problem+json', 'retry-after': '7' } }];
  const error = await answerOf(connect({ url }).GET('/api/caller')).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({ status: 429, code: 'limits.rate', message: 'Later.', retryAfterS: 7, problem });
});

it('throws answers that are not problem documents, such as a proxy’s, with their status', async () => {
  answers = [{ status: 502, body: 'Bad gateway' }];
  await expect(answerOf(connect({ url }).GET('/api/caller'))).rejects.toMatchObject({ status: 502, code: 'unknown', problem: null });
});

it('renews a token once and repeats the call with its body', async () => {
  answers = [
    { status: 401, body: {} },
    { status: 201, body: { run: 1 } },
  ];
  let token = 'old';
  const client = connect({
    url,
    key: () => token,
    async renew() {
      token = 'new';
      return true;
    },
  });
  await answerOf(client.POST('/api/sources/pages', { body: { address: 'https://example.com/' }, headers: onlyOnce('k1') }));
  expect(asked.map(({ headers }) => [headers.authorization, headers['idempotency-key']])).toEqual([
    ['Bearer old', 'k1'],
    ['Bearer new', 'k1'],
  ]);
});

it('sends a new idempotency key for each order', () => {
  expect(onlyOnce()['Idempotency-Key']).not.toBe(onlyOnce()['Idempotency-Key']);
});

it('waits for a run at the server’s pace', async () => {
  const states = [
    { poll_after_ms: 5, progress: 10 },
    { poll_after_ms: 1, progress: 60 },
    { poll_after_ms: 0, progress: 100 },
  ];
  const seen: number[] = [];
  const end = await endOfRun(async () => states.shift()!, { seen: ({ progress }) => seen.push(progress) });
  expect([end.progress, seen]).toEqual([100, [10, 60, 100]]);
});

it('stops waiting when it is aborted', async () => {
  const signal = AbortSignal.abort();
  await expect(endOfRun(async () => ({ poll_after_ms: 60_000 }), { signal })).rejects.toThrow('aborted');
});

it('reads page after page until the last', async () => {
  const pages = [
    { items: [1, 2], next: 'a' },
    { items: [3], next: null },
  ];
  const cursors: (string | undefined)[] = [];
  const read = async (cursor: string | undefined) => {
    cursors.push(cursor);
    return pages.shift()!;
  };
  const all: number[] = [];
  for await (const { items } of pagesOf(read, ({ next }) => next)) all.push(...items);
  expect([all, cursors]).toEqual([
    [1, 2, 3],
    [undefined, 'a'],
  ]);
});

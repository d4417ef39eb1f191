import pLimit from 'p-limit';
import { beforeAll, expect, it } from 'vitest';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { CallAborted } from '../vendor-failure.ts';
import { queueOf, ServerBusy, ServerQueue, type CallTurn } from './server-queue.ts';

beforeAll(() => setConfig(readConfig({ DATABASE_URL: 'postgres://unused', SESSION_SECRET: 'x'.repeat(32) })));

const never = new AbortController().signal;
const A: CallTurn = { accountId: 'a', lane: 'interactive', mayReturn: true };
const B: CallTurn = { ...A, accountId: 'b' };
/** Runs calls against a server, `together` at once; each reports 100 tokens in the time the server then needs. */
async function calls(queue: ServerQueue, count: number, msOf: (together: number) => number): Promise<void> {
  let active = 0;
  await Promise.all(
    Array.from({ length: count }, () =>
      queue.run(never, A, async () => {
        active += 1;
        await new Promise(setImmediate);
        const together = active;
        await new Promise(setImmediate);
        queue.succeeded(100, msOf(together));
        active -= 1;
      }),
    ),
  );
}

it('begins with one call at a time and lets two through if that has a higher throughput', async () => {
  const queue = new ServerQueue(2);
  expect(queue.concurrency).toBe(1);
  await calls(queue, 12, () => 1_000);
  expect(queue.concurrency).toBe(2);
});

it('returns to one if two take twice as long each', async () => {
  const queue = new ServerQueue(2);
  await calls(queue, 12, (together) => 1_000 * together);
  expect(queue.concurrency).toBe(1);
});

it('returns to one after a call that overloaded the server', async () => {
  const queue = new ServerQueue(2);
  await calls(queue, 8, () => 1_000);
  queue.failed();
  expect(queue.concurrency).toBe(1);
});

it('begins with the limit that the server states, and follows each change of it', async () => {
  const at = { baseURL: 'http://127.0.0.1:8080/v1', model: 'qwen3' };
  expect(queueOf(at, 4).concurrency).toBe(4);
  expect(queueOf({ ...at, baseURL: `${at.baseURL}/` }, 4)).toBe(queueOf(at, 4));
  await calls(queueOf(at, 4), 12, () => 1_000);
  expect(queueOf(at, 4).concurrency).toBe(4);
  // more than the stated number is never tried
  await calls(queueOf(at, 1), 12, () => 1_000);
  expect(queueOf(at, 1).concurrency).toBe(1);
  // the server no longer states a number: the queue measures again
  expect(queueOf(at, undefined).concurrency).toBe(1);
});

it('four models behind one gateway do not wait for each other', async () => {
  const held = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const done = held.map(({ promise }, n) =>
    queueOf({ baseURL: 'https://gateway.example/v1', model: `model-${n}` }, undefined).run(never, A, async () => {
      begun.push(n);
      await promise;
    }),
  );
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  for (const { resolve } of held) resolve();
  await Promise.all(done);
});

it('a caller that has left is not served', async () => {
  await expect(new ServerQueue(1).run(AbortSignal.abort(), A, async () => 'served')).rejects.toBeInstanceOf(CallAborted);
});

/** A server that answers one call at a time, in order of arrival; `workers` queues, one per process, call it. */
function oneSlotServer(workers: number) {
  const queues = Array.from({ length: workers }, () => new ServerQueue(1));
  const served: string[] = [];
  const slot = pLimit(1);
  const call = (worker: number, turn: CallTurn, name: string) =>
    queues[worker % workers]!.run(never, turn, () =>
      slot(async () => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        served.push(name);
      }),
    );
  return { call, served };
}

it.each([1, 2])('the second to order is served after at most two calls of a whole course, with %i workers', async (workers) => {
  const { call, served } = oneSlotServer(workers);
  const first = Array.from({ length: 12 }, (_, at) => call(at, A, `a${at}`));
  await first[1];
  const before = served.length;
  const second = Array.from({ length: 3 }, (_, at) => call(at, B, `b${at}`));
  await Promise.all([...first, ...second]);
  const since = served.slice(before);
  expect(since.indexOf('b0')).toBeLessThanOrEqual(2);
});

it('serves waiting people before batches, and accounts without active work first', async () => {
  const { call, served } = oneSlotServer(1);
  const all = [call(0, A, 'first'), call(0, { ...B, lane: 'batch' }, 'batch'), call(0, A, 'again'), call(0, B, 'other')];
  await Promise.all(all);
  expect(served).toEqual(['first', 'other', 'again', 'batch']);
});

it('a step of an account that waits often enough returns later; a caller that leaves the line is gone from it at once', async () => {
  const queue = new ServerQueue(1);
  const leaving = new AbortController();
  let end = () => {};
  const running = queue.run(never, A, () => new Promise<void>((resolve) => (end = resolve)));
  const line = Array.from({ length: 12 }, () => queue.run(leaving.signal, A, async () => 'served'));
  await expect(queue.run(never, A, async () => 'served')).rejects.toBeInstanceOf(ServerBusy);
  const person = queue.run(never, { ...A, mayReturn: false }, async () => 'served');
  leaving.abort();
  for (const one of line) await expect(one).rejects.toBeInstanceOf(CallAborted);
  end();
  await running;
  expect(await person).toBe('served');
});

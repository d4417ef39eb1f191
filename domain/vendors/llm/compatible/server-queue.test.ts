import pLimit from 'p-limit';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { database } from '#domain/platform/database.ts';
import { CallAborted } from '../vendor-failure.ts';
import { adapted, overloaded, toldOf, type ServerMeasures } from './server-measures.ts';
import { hostOf, queueOf, ServerBusy, ServerQueue, type CallTurn } from './server-queue.ts';

const test = useTestDatabase({ leaseMs: 3_000 });
const never = new AbortController().signal;
const at = (path: string) => ({ baseURL: `http://127.0.0.1:8080${path}/v1`, model: `model${path}` });
const HOST = '127.0.0.1:8080';
let A: CallTurn;
let B: CallTurn;
beforeEach(async () => {
  await test.knex('server_lane').del();
  A = { accountId: await insertAccount(database()), lane: 'interactive', mayReturn: true };
  B = { ...A, accountId: await insertAccount(database()) };
});

describe('the measures of a server', () => {
  const fresh: ServerMeasures = {
    models: { one: { at: Date.now(), slots: null } },
    concurrency: 1,
    rates: {},
    since_trial: 0,
    pause: 2,
    call_ms: 5_000,
  };
  /** Reports answers of 100 tokens, with as many calls together as it lets through. */
  const after = (answers: number, msOf: (together: number) => number, most = 2) => {
    let lane = fresh;
    for (let n = 0; n < answers; n += 1)
      lane = adapted(lane, { together: lane.concurrency, tokens: 100, ms: msOf(lane.concurrency), most });
    return lane.concurrency;
  };

  it('begin with one call at a time and let two through if that has a higher throughput', () => {
    expect(after(1, () => 1_000)).toBe(1);
    expect(after(12, () => 1_000)).toBe(2);
    expect(
      after(12, () => 1_000, 8),
      'a server with much room',
    ).toBeGreaterThan(4);
  });

  it('return to one if two take twice as long each, and after a call that overloaded the server', () => {
    expect(after(12, (together) => 1_000 * together)).toBe(1);
    expect(overloaded({ ...fresh, concurrency: 4 }).concurrency).toBe(1);
  });

  it('forget models that have not been asked for a day', () => {
    const old = { gone: { at: Date.now() - 25 * 60 * 60_000, slots: 8 }, here: { at: Date.now(), slots: 1 } };
    expect(Object.keys(toldOf(old, 'now', undefined))).toEqual(['here', 'now']);
  });
});

it.each([
  ['http://127.0.0.1:8080/claude/v1', HOST],
  ['http://localhost:8080/grok/v1/', HOST],
  ['http://[::1]:8080/v1', HOST],
  ['https://ai.example/v1', 'ai.example:443'],
  ['http://ai.example/v1', 'ai.example:80'],
])('the host of %s is %s', (address, host) => expect(hostOf(address)).toBe(host));

/**
 * A server with one slot, which answers in order of arrival; `workers` processes call it, each by a path of its own.
 * @param opened resolves when it begins to answer
 */
function oneSlotServer(workers: number, opened: Promise<void> = Promise.resolve()) {
  const queues = Array.from({ length: workers }, () => new ServerQueue(HOST));
  const served: string[] = [];
  const slot = pLimit(1);
  let most = 0;
  const call = (worker: number, turn: CallTurn, name: string) =>
    queues[worker % workers]!.run({ at: at(`/path${worker % 4}`) }, never, turn, () => {
      most = Math.max(most, slot.activeCount + slot.pendingCount + 1);
      return slot(async () => {
        await opened;
        await new Promise((resolve) => setTimeout(resolve, 2));
        served.push(name);
      });
    });
  return { call, served, most: () => most };
}

it('five calls by four paths of one host, from two processes, come to its one slot one after another', async () => {
  const { call, served, most } = oneSlotServer(2);
  await Promise.all(Array.from({ length: 5 }, (_, n) => call(n, n % 2 ? A : B, `call ${n}`)));
  expect(served).toHaveLength(5);
  expect(most()).toBe(1);
});

it('a host that states more is given as many, whichever of its models states it, and follows each change', async () => {
  const concurrency = async (slots: number | undefined, path = '/a') => {
    await queueOf(at(path).baseURL).run({ at: at(path), slots }, never, A, async () => undefined);
    return (await test.knex('server_lane').first('concurrency'))!.concurrency;
  };
  expect(await concurrency(undefined)).toBe(1);
  expect(await concurrency(4)).toBe(4);
  expect(await concurrency(undefined, '/b')).toBe(4);
  expect(await concurrency(1)).toBe(1);
  expect(await concurrency(undefined)).toBe(1);
  const held = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const done = held.map(({ promise }, n) =>
    queueOf(at('/a').baseURL).run({ at: at('/a'), slots: 3 }, never, A, async () => {
      begun.push(n);
      await promise;
    }),
  );
  await expect.poll(() => begun.toSorted()).toEqual([0, 1, 2]);
  for (const { resolve } of held) resolve();
  await Promise.all(done);
});

it('an answer and an overload are measured for all processes', async () => {
  const [one, other] = [new ServerQueue(HOST), new ServerQueue(HOST)];
  const answer = (queue: ServerQueue) => queue.run({ at: at('/a') }, never, A, () => queue.succeeded(100, 1_000));
  await answer(one);
  await answer(other);
  await answer(one);
  const lane = () => test.knex('server_lane').first('concurrency', 'call_ms');
  expect(await lane()).toMatchObject({ concurrency: 2 });
  expect((await lane())!.call_ms).toBeLessThan(5_000);
  await other.run({ at: at('/a') }, never, A, () => other.failed());
  expect(await lane()).toMatchObject({ concurrency: 1 });
});

it('a caller that has left is not served, and a process that was killed gives its turn back with its lease', async () => {
  const queue = new ServerQueue(HOST);
  await expect(queue.run({ at: at('') }, AbortSignal.abort(), A, async () => 'served')).rejects.toBeInstanceOf(CallAborted);
  const running = Promise.withResolvers<void>();
  const first = queue.run({ at: at('') }, never, A, () => running.promise);
  await expect.poll(async () => (await test.knex('server_turn').whereNotNull('begun_at').pluck('id')).length).toBe(1);
  const next = new ServerQueue(HOST).run({ at: at('') }, never, B, async (waitedMs) => waitedMs);
  await expect.poll(async () => (await test.knex('server_turn').pluck('id')).length).toBe(2);
  await test
    .knex('server_turn')
    .whereNotNull('begun_at')
    .update({ lease_until: new Date(Date.now() - 1_000) });
  expect(await next).toBeGreaterThan(0);
  running.resolve();
  await first;
});

it.each([1, 2])('the second to order is served after at most three calls of a whole course, with %i workers', async (workers) => {
  const opened = Promise.withResolvers<void>();
  const { call, served } = oneSlotServer(workers, opened.promise);
  const inLine = async (calls: number) => expect.poll(async () => (await test.knex('server_turn').pluck('id')).length).toBe(calls);
  const first = Array.from({ length: 12 }, (_, n) => call(n, A, `a${n}`));
  await inLine(12);
  const second = Array.from({ length: 3 }, (_, n) => call(n, B, `b${n}`));
  await inLine(15);
  opened.resolve();
  await Promise.all([...first, ...second]);
  expect(Math.min(...['b0', 'b1', 'b2'].map((name) => served.indexOf(name)))).toBeLessThanOrEqual(3);
});

it('serves waiting people before batches, and accounts without active work first', async () => {
  const queue = new ServerQueue(HOST);
  const served: string[] = [];
  const running = Promise.withResolvers<void>();
  const call = async (turn: CallTurn, name: string) => {
    const known = (await test.knex('server_turn').pluck('id')).length;
    const done = queue.run({ at: at('') }, never, turn, async () => {
      served.push(name);
      if (name === 'first') await running.promise;
    });
    await expect.poll(async () => (await test.knex('server_turn').pluck('id')).length).toBe(known + 1);
    return { done };
  };
  const all = [await call(A, 'first'), await call({ ...B, lane: 'batch' }, 'batch'), await call(A, 'again'), await call(B, 'other')];
  running.resolve();
  await Promise.all(all.map(({ done }) => done));
  expect(served).toEqual(['first', 'other', 'again', 'batch']);
});

it('a step of an account that waits often enough returns later; a caller that leaves the line is gone from it at once', async () => {
  const queue = new ServerQueue(HOST);
  const leaving = new AbortController();
  const running = Promise.withResolvers<void>();
  const first = queue.run({ at: at('') }, never, A, () => running.promise);
  await expect.poll(async () => (await test.knex('server_turn').whereNotNull('begun_at').pluck('id')).length).toBe(1);
  const line = Promise.allSettled(Array.from({ length: 12 }, () => queue.run({ at: at('') }, leaving.signal, A, async () => 'served')));
  await expect.poll(async () => (await test.knex('server_turn').pluck('id')).length).toBe(13);
  await expect(queue.run({ at: at('') }, never, A, async () => 'served')).rejects.toBeInstanceOf(ServerBusy);
  const person = queue.run({ at: at('') }, never, { ...A, mayReturn: false }, async () => 'served');
  leaving.abort();
  for (const one of await line) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(CallAborted) });
  running.resolve();
  await first;
  expect(await person).toBe('served');
});

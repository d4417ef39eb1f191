import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openQueueBackend, type QueueBackend, openRedisTransport } from './queue-backend.ts';
import { PERIODIC_JOBS } from '../periodic.jobs.ts';
import { openPostgresTransport } from './postgres-transport.ts';
import { onPath } from './testing/redis-server.ts';
import { postgresStore, redisStore, stopTestStores, type TestStore } from './testing/test-stores.ts';
import { PERIODIC_QUEUES } from './periodic-job.ts';
import type { PeriodicHandler } from './periodic-queues.ts';

const stores: [string, () => Promise<TestStore>][] = [['Postgres', postgresStore]];
if (onPath('redis-server')) stores.push(['Redis', redisStore]);

const WAIT = { timeout: 25_000, interval: 20 };
const now = { delayMs: 0 };

describe.each(stores)('periodic jobs on %s', (_name, makeStore) => {
  let store: TestStore;
  let backend: QueueBackend;
  const backends: QueueBackend[] = [];
  const stops: (() => Promise<unknown>)[] = [];

  const open = async () => {
    const opened = await openQueueBackend({ databaseUrl: store.databaseUrl, redisUrl: store.redisUrl });
    backends.push(opened);
    return opened;
  };
  const start = async (handle: PeriodicHandler, on = backend) => {
    const workers = await on.periodic.startWorkers(handle, { lockMs: 1_000, stalledIntervalMs: 500 });
    stops.push(() => workers.stop(0));
  };
  const listed = async (name: string) => (await backend.periodic.list()).find((one) => one.name === name)!;

  /** BullMQ's own queue, for operations the product never uses. */
  const rawQueue = (queueName: string) => {
    const transport = store.redisUrl
      ? openRedisTransport(store.redisUrl, () => undefined)
      : openPostgresTransport(store.databaseUrl, () => undefined);
    const queue = transport.makeQueue(queueName);
    queue.on('error', () => undefined);
    stops.push(() => queue.close().then(() => transport.close()));
    return queue;
  };

  beforeEach(async () => {
    store = await makeStore();
    backend = await open();
  });
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
    await Promise.all(backends.splice(0).map((opened) => opened.close(0)));
    await store.drop();
  });
  afterAll(stopTestStores);

  it('each has one schedule, whatever the number of processes and restarts; those that no longer exist are deleted', async () => {
    const raw = rawQueue('due-work');
    await raw.upsertJobScheduler('of-an-older-release', { every: 60_000 }, { name: 'of-an-older-release' });
    const other = await open();
    await Promise.all([backend.periodic.schedule(), other.periodic.schedule()]);
    const before = await backend.periodic.list();
    await other.periodic.schedule();
    expect(before.map(({ name }) => name)).toEqual(Object.keys(PERIODIC_JOBS).toSorted((a, b) => a.localeCompare(b)));
    expect(await backend.periodic.list()).toEqual(before);
    expect((await raw.getJobSchedulers(0, -1)).map(({ key }) => key)).not.toContain('of-an-older-release');
  });

  it('a schedule runs its job once for all processes, and shows the last run, its result and the next', async () => {
    await backend.periodic.schedule();
    const ran: string[] = [];
    const handle: PeriodicHandler = async (name) => {
      ran.push(name);
      if (name === 'prune') throw new Error('no room');
      return true;
    };
    await Promise.all([start(handle), start(handle, await open())]);
    // makes delayed jobs due
    for (const queue of PERIODIC_QUEUES) await rawQueue(queue).promoteJobs();
    await vi.waitUntil(async () => (await backend.periodic.list()).every(({ last }) => last !== null), { timeout: 25_000, interval: 200 });
    const daily = ran.filter((name) => name === 'ledger-proof');
    expect(daily).toHaveLength(1);
    expect((await listed('prune')).last).toMatchObject({ error: 'no room' });
    const proof = await listed('ledger-proof');
    expect(proof).toMatchObject({ runs: { pattern: '0 4 * * *', tz: 'UTC' }, isRequested: false, last: { error: null } });
    expect(proof.nextAt!.getTime()).toBeGreaterThan(Date.now());
  });

  it('one that had an interval gets its time of day, in its zone', async () => {
    await rawQueue('maintenance').upsertJobScheduler('ledger-proof', { every: 86_400_000 }, { name: 'ledger-proof' });
    await backend.periodic.schedule();
    const { nextAt } = await listed('ledger-proof');
    expect(nextAt!.toISOString()).toContain('T04:00:00.000Z');
    expect(nextAt!.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  it('a time of day that passed while no worker was running is made up for, once, by the next start', async () => {
    await backend.periodic.schedule();
    const missed = (await rawQueue('maintenance').getDelayed()).find(({ name }) => name === 'ledger-proof');
    await missed!.changeDelay(1);
    const later = await open();
    await later.periodic.schedule();
    const ran: string[] = [];
    await start(async (name) => (ran.push(name), true), later);
    await vi.waitUntil(() => ran.includes('ledger-proof'), WAIT);
    expect(ran.filter((name) => name === 'ledger-proof')).toHaveLength(1);
    expect((await listed('ledger-proof')).nextAt!.toISOString()).toContain('T04:00:00.000Z');
  });

  it('announcements become one run until it begins; one that comes while it runs causes another', async () => {
    await backend.periodic.announce([
      { job: 'mail', ...now },
      { job: 'mail', ...now },
    ]);
    await backend.periodic.announce([{ job: 'mail', ...now }]);
    let runs = 0;
    let end = () => undefined as void;
    const held = new Promise<void>((resolve) => (end = resolve));
    await start(async () => {
      runs += 1;
      if (runs === 1) await held;
      return true;
    });
    await vi.waitUntil(() => runs === 1, WAIT);
    await backend.periodic.announce([{ job: 'mail', ...now }]);
    await backend.periodic.announce([{ job: 'mail', ...now }]);
    end();
    await vi.waitUntil(() => runs === 2, WAIT);
    await backend.periodic.announce([{ job: 'push', ...now }]);
    await vi.waitUntil(() => runs === 3, WAIT);
    expect(runs).toBe(3);
  });

  it('a delayed announcement comes at its time, and delays none that is due at once', async () => {
    const at: number[] = [];
    await start(async () => (at.push(Date.now()), true));
    const added = Date.now();
    await backend.periodic.announce([{ job: 'mail', delayMs: 1_500 }]);
    await backend.periodic.announce([{ job: 'mail', ...now }]);
    await vi.waitUntil(() => at.length === 2, WAIT);
    expect(at[0]! - added).toBeLessThan(1_400);
    expect(at[1]! - added).toBeGreaterThanOrEqual(1_500);
  });

  it('a run that an operator requested is shown until it has ended; a paused job shows no run', async () => {
    await backend.periodic.schedule();
    await backend.periodic.announce([{ job: 'ledger-proof', ...now, isRequested: true }]);
    expect((await listed('ledger-proof')).isRequested).toBe(true);
    await start(async (_name, { isRequested }) => isRequested);
    await vi.waitUntil(async () => !(await listed('ledger-proof')).isRequested, WAIT);
    expect((await listed('ledger-proof')).last).not.toBeNull();
    expect((await listed('prune')).last).toBeNull();
  });

  it('stopping waits for running jobs, and reports how many were left if they did not end in time', async () => {
    let began = 0;
    let end = () => undefined as void;
    const held = new Promise<void>((resolve) => (end = resolve));
    const workers = await backend.periodic.startWorkers(async () => {
      began += 1;
      await held;
      return true;
    });
    await backend.periodic.announce([
      { job: 'mail', ...now },
      { job: 'push', ...now },
    ]);
    await vi.waitUntil(() => began === 2, WAIT);
    expect(await workers.stop(0)).toBe(2);
    end();
    const others = await (await open()).periodic.startWorkers(async () => true);
    expect(await others.stop(10_000)).toBe(0);
  });

  it('a job whose process crashed runs again', async () => {
    const crashed = await open();
    let began = 0;
    await start(() => ((began += 1), new Promise(() => undefined)), crashed);
    await backend.periodic.announce([{ job: 'mail', ...now }]);
    await vi.waitUntil(() => began === 1, WAIT);
    await Promise.all(stops.splice(0).map((stop) => stop()));
    let again = 0;
    await start(async () => ((again += 1), true));
    await vi.waitUntil(() => again === 1, WAIT);
    expect(again).toBe(1);
  });
});

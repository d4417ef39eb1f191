import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReceivedJob } from '../registry.ts';
import { openQueueBackend, UnknownJob, type Delivery, type QueueBackend, type StartOptions, openRedisTransport } from './queue-backend.ts';
import { openPostgresTransport } from './postgres-transport.ts';
import { spawnLines, type ChildLines } from './testing/child-lines.ts';
import { onPath } from './testing/redis-server.ts';
import { postgresStore, redisStore, stopTestStores, type TestStore } from './testing/test-stores.ts';

const stores: [string, () => Promise<TestStore>][] = [['Postgres', postgresStore]];
if (onPath('redis-server')) stores.push(['Redis', redisStore]);
else if (process.env.CI === 'true') throw new Error('CI must have redis-server: the queue contract is tested on both stores');
else console.log('redis-server is not on the PATH: the queue contract runs on Postgres only');

const workerFile = new URL('./testing/queue-worker.ts', import.meta.url);
interface WorkerLine {
  event: 'ready' | 'ran' | 'deferred';
  stepId: string;
  dispatch: number;
}

const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  job: 'write-lesson',
  lane: 'interactive',
  stepId: randomUUID(),
  dispatch: 1,
  delayMs: 0,
  ...changes,
});

const WAIT = { timeout: 25_000, interval: 20 };
/** Each count queries the store about every queue. */
const COUNTING = { timeout: 25_000, interval: 100 };

describe.each(stores)('the queue contract on %s', (_name, makeStore) => {
  let store: TestStore;
  let backend: QueueBackend;
  const children: ChildLines<WorkerLine>[] = [];
  const backends: QueueBackend[] = [];

  const open = async () => {
    const opened = await openQueueBackend({ databaseUrl: store.databaseUrl, redisUrl: store.redisUrl });
    backends.push(opened);
    return opened;
  };
  const start = (handle: StartOptions['handle'], changes: Partial<StartOptions> = {}, on = backend) =>
    on.startWorkers({ lanes: ['interactive'], concurrency: 4, lockMs: 1_000, stalledIntervalMs: 500, handle, ...changes });
  const spawnWorker = async (behaviour: 'hold' | 'defer') => {
    const { databaseUrl, redisUrl } = store;
    const child = spawnLines<WorkerLine>(workerFile, [JSON.stringify({ databaseUrl, redisUrl, behaviour })]);
    children.push(child);
    await vi.waitUntil(() => child.lines.some((line) => line.event === 'ready'), WAIT);
    return child;
  };
  const counts = async (queue = 'generate-interactive') => {
    const found = (await backend.counts()).find((entry) => entry.queue === queue);
    if (!found) throw new Error(`no counts for ${queue}`);
    return found;
  };
  /** BullMQ's own queue, for operations the product never uses. */
  const rawQueue = () => {
    const transport = store.redisUrl
      ? openRedisTransport(store.redisUrl, () => undefined)
      : openPostgresTransport(store.databaseUrl, () => undefined);
    return { queue: transport.makeQueue('generate-interactive'), close: () => transport.close() };
  };

  beforeEach(async () => {
    store = await makeStore();
    backend = await open();
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => child.kill()));
    await Promise.all(backends.splice(0).map((opened) => opened.close(0)));
    await store.drop();
  });
  afterAll(stopTestStores);

  it('OPS-01 delivers the jobs of courses, clips, transcripts and translations, each in a queue of its own, with name and ids', async () => {
    const taken: ReceivedJob[] = [];
    const jobs = ['draft-outline', 'film-take', 'hear-speech', 'translate-lesson'].map((job) => delivery({ job, dispatch: 7 }));
    await backend.addJobs(jobs);
    const queues = (await backend.counts()).filter(({ waiting }) => waiting > 0).map(({ queue, waiting }) => [queue, waiting]);
    expect(queues.toSorted()).toEqual(['film', 'generate', 'hear', 'translate'].map((work) => [`${work}-interactive`, 1]));
    await start(async (job) => void taken.push(job));
    await vi.waitUntil(() => taken.length === jobs.length, WAIT);
    expect(taken).toHaveLength(jobs.length);
    expect(taken).toEqual(
      expect.arrayContaining(
        jobs.map(({ job, stepId }) => expect.objectContaining({ name: job, payload: { step_id: stepId, dispatch: 7 } })),
      ),
    );
  });

  it('shows facts for people in a job’s data, and reports whether a job is paused', async () => {
    const facts = { run_id: randomUUID(), request_id: 'request-1', kind: 'course', stage: 'lessons', step: 'lesson:1', item: '1.1 Bees' };
    const one = delivery({ facts });
    expect(await backend.isStanding(one)).toBe(false);
    await backend.addJobs([one]);
    const raw = rawQueue();
    await raw.queue.pause();
    expect((await raw.queue.getJob(`${one.stepId}-1`))?.data).toEqual({ ...facts, step_id: one.stepId, dispatch: 1 });
    expect(await backend.isStanding(one)).toBe(true);
    expect(await backend.isStanding({ ...one, dispatch: 2 })).toBe(false);
    const taken: ReceivedJob[] = [];
    let end = () => undefined as void;
    const held = new Promise<void>((resolve) => (end = resolve));
    await start((job) => (taken.push(job), held));
    await raw.queue.resume();
    await vi.waitUntil(() => taken.length === 1, WAIT);
    expect(await backend.isStanding(one)).toBe(false);
    end();
    await vi.waitUntil(async () => (await raw.queue.getJobCounts('completed')).completed === 1, COUNTING);
    expect(taken).toMatchObject([{ name: 'write-lesson', payload: { step_id: one.stepId, dispatch: 1 } }]);
    expect(await backend.isStanding(one)).toBe(false);
    await raw.close();
  });

  it('runs a failed job again when it is retried, and a delayed one when it is promoted, and reports which was promoted', async () => {
    const taken: Record<string, ReceivedJob[]> = {};
    let isDown = true;
    await start(async (job) => {
      (taken[job.payload.step_id] ??= []).push(job);
      if (isDown) throw new Error('vendors.failed: down');
    });
    const [single, bulk, promoted, due] = [delivery(), delivery(), delivery({ delayMs: 60_000 }), delivery({ delayMs: 1_500 })] as const;
    await backend.addJobs([single, bulk, promoted, due]);
    await vi.waitUntil(async () => (await counts()).failed === 3, COUNTING);
    isDown = false;
    const raw = rawQueue();
    const job = (await raw.queue.getJob(`${single.stepId}-1`))!;
    expect(job.failedReason).toBe('vendors.failed: down');
    await job.retry();
    await vi.waitUntil(() => taken[single.stepId]?.length === 2, WAIT);
    await raw.queue.retryJobs();
    await raw.queue.promoteJobs();
    await vi.waitUntil(() => taken[bulk.stepId]?.length === 2 && taken[promoted.stepId]?.length === 1, WAIT);
    await raw.close();
    const isOf = (isPromoted: boolean) => ({ isPromoted, hasStalled: false });
    expect(taken[single.stepId]).toMatchObject([isOf(false), isOf(false)]);
    expect(taken[bulk.stepId]).toMatchObject([isOf(false), isOf(false)]);
    expect(taken[due.stepId]?.[0]).toMatchObject(isOf(false));
    expect(taken[promoted.stepId]).toMatchObject([isOf(true)]);
  });

  it('adds a step and dispatch number once, also beside new ones and after it has run', async () => {
    const one = delivery();
    await backend.addJobs([one, one]);
    await backend.addJobs([one, delivery()]);
    expect((await counts()).waiting).toBe(2);
    const taken: string[] = [];
    await start(async ({ payload }) => void taken.push(`${payload.step_id}-${payload.dispatch}`));
    await vi.waitUntil(() => taken.length === 2, WAIT);
    await vi.waitUntil(async () => (await counts()).active === 0, COUNTING);
    await backend.addJobs([one]);
    await backend.addJobs([{ ...one, dispatch: 2 }]);
    await vi.waitUntil(() => taken.length === 3, WAIT);
    expect(taken.filter((id) => id.startsWith(one.stepId))).toEqual([`${one.stepId}-1`, `${one.stepId}-2`]);
  });

  it('adds a new announcement while the one before is still running', async () => {
    const one = delivery();
    const dispatches: number[] = [];
    let end = () => undefined as void;
    const held = new Promise<void>((resolve) => (end = resolve));
    await start(async ({ payload }) => {
      dispatches.push(payload.dispatch);
      if (payload.dispatch === 1) await held;
    });
    await backend.addJobs([one]);
    await vi.waitUntil(() => dispatches.length === 1, WAIT);
    await backend.addJobs([{ ...one, dispatch: 2 }]);
    await vi.waitUntil(() => dispatches.length === 2, WAIT);
    end();
    expect(dispatches).toEqual([1, 2]);
  });

  it('keeps a delayed job until its time', async () => {
    let at = 0;
    await start(async () => void (at = performance.now()));
    const added = performance.now();
    await backend.addJobs([delivery({ delayMs: 700 }), delivery({ delayMs: 600_000 })]);
    await vi.waitUntil(() => at > 0, WAIT);
    expect(at - added).toBeGreaterThanOrEqual(695);
    expect((await counts()).delayed).toBe(1);
  });

  it('takes jobs in the order they were added', async () => {
    const added = Array.from({ length: 30 }, () => delivery());
    await backend.addJobs(added.slice(0, 20));
    await backend.addJobs(added.slice(20));
    const taken: string[] = [];
    // a busy machine can suspend this process for longer than a short lock, which is only for tests about lost workers
    await start(async ({ payload }) => void taken.push(payload.step_id), { concurrency: 1, lockMs: 30_000 });
    await vi.waitUntil(() => taken.length === added.length, WAIT);
    expect(taken).toEqual(added.map((one) => one.stepId));
  });

  it('keeps lanes apart', async () => {
    const taken: string[] = [];
    const batch = delivery({ lane: 'batch' });
    const interactive = delivery();
    await start(async ({ payload }) => void taken.push(payload.step_id));
    await backend.addJobs([batch, interactive]);
    await vi.waitUntil(() => taken.length === 1, WAIT);
    expect(taken).toEqual([interactive.stepId]);
    expect((await counts('generate-batch')).waiting).toBe(1);
  });

  it('counts the same on both stores, also while a queue is paused', async () => {
    let end = () => undefined as void;
    const held = new Promise<void>((resolve) => (end = resolve));
    await backend.addJobs([delivery(), delivery(), delivery(), delivery({ delayMs: 60_000 })]);
    await start(() => held, { concurrency: 1 });
    await vi.waitUntil(async () => (await counts()).active === 1, COUNTING);
    expect(await counts()).toEqual({ queue: 'generate-interactive', waiting: 2, active: 1, delayed: 1, failed: 0, paused: 0 });
    const raw = rawQueue();
    await raw.queue.pause();
    expect(await counts()).toEqual({ queue: 'generate-interactive', waiting: 0, active: 1, delayed: 1, failed: 0, paused: 2 });
    await raw.queue.resume();
    await raw.close();
    end();
    await vi.waitUntil(async () => (await counts()).waiting + (await counts()).active === 0, COUNTING);
  });

  it('refuses unknown jobs and lanes, after adding the others', async () => {
    const adding = backend.addJobs([delivery({ job: 'brew-coffee' }), delivery(), delivery({ lane: 'fast' })]);
    await expect(adding).rejects.toThrow(UnknownJob);
    await expect(adding).rejects.toThrow('brew-coffee (interactive), write-lesson (fast)');
    expect((await counts()).waiting).toBe(1);
  });

  it('fails a delivered job of unknown name or shape without running it', async () => {
    let runs = 0;
    await start(async () => void (runs += 1));
    const raw = rawQueue();
    await raw.queue.addBulk([
      { name: 'brew-coffee', data: { step_id: randomUUID(), dispatch: 1 } },
      { name: 'write-lesson', data: { step_id: 'not an id', dispatch: 1 } },
    ]);
    await vi.waitUntil(async () => (await counts()).failed === 2, COUNTING);
    await raw.close();
    expect(runs).toBe(0);
  });

  it(
    'delivers again after kill -9 of a worker process, as often as necessary; one that shares its work takes over all of its jobs',
    { tags: 'slow' },
    async () => {
      const one = delivery();
      await backend.addJobs([one]);
      const holding = (worker: ChildLines<WorkerLine>, jobs: number) =>
        vi.waitUntil(() => worker.lines.filter((line) => line.event === 'ran').length >= jobs, WAIT);
      const first = await spawnWorker('hold');
      await holding(first, 1);
      await first.kill();
      const second = await spawnWorker('hold');
      await holding(second, 1);
      const taken: string[] = [];
      await start(async ({ payload }) => void taken.push(payload.step_id));
      const added = Array.from({ length: 40 }, () => delivery());
      await backend.addJobs(added);
      await holding(second, 2);
      expect(taken).not.toContain(one.stepId);
      // BullMQ itself would fail a job at its second crash
      await second.kill();
      await vi.waitUntil(() => taken.length > added.length, WAIT);
      expect(taken.toSorted()).toEqual([one, ...added].map(({ stepId }) => stepId).toSorted());
      await vi.waitUntil(async () => (await counts()).active === 0, COUNTING);
      expect(await counts()).toMatchObject({ waiting: 0, failed: 0 });
    },
  );

  it('two worker processes: every deferred job really runs, once', async () => {
    const worker = await spawnWorker('defer');
    const here: { stepId: string; dispatch: number }[] = [];
    await start(async ({ name, payload: { step_id: stepId, dispatch } }) => {
      if (dispatch === 1) await backend.addJobs([delivery({ job: name, stepId, dispatch: 2, delayMs: 300 })]);
      else here.push({ stepId, dispatch });
    });
    const added = Array.from({ length: 30 }, () => delivery());
    await backend.addJobs(added);
    const ran = () => [...here, ...worker.lines.filter((line) => line.event === 'ran')];
    await vi.waitUntil(() => ran().length >= added.length, WAIT);
    await vi.waitUntil(async () => (await counts()).delayed + (await counts()).active === 0, COUNTING);
    expect(
      ran()
        .map((line) => line.stepId)
        .sort(),
    ).toEqual(added.map((one) => one.stepId).sort());
    expect(new Set(ran().map((line) => line.dispatch))).toEqual(new Set([2]));
  });

  it('stopping waits for running jobs and takes no new ones', async () => {
    const taken: string[] = [];
    let end = () => undefined as void;
    const held = new Promise<void>((resolve) => (end = resolve));
    const workers = await start(({ payload }) => (taken.push(payload.step_id), held), { concurrency: 1 });
    await backend.addJobs([delivery()]);
    await vi.waitUntil(() => workers.active() === 1, WAIT);
    const stopping = workers.stop(10_000);
    await backend.addJobs([delivery()]);
    end();
    expect(await stopping).toBe(0);
    expect(taken).toHaveLength(1);
    expect(await counts()).toMatchObject({ waiting: 1, active: 0, failed: 0 });
  });

  it('an unfinished job of a closed worker is redelivered', async () => {
    const one = delivery();
    const workers = await start(() => new Promise(() => undefined));
    await backend.addJobs([one]);
    await vi.waitUntil(() => workers.active() === 1, WAIT);
    expect(await workers.stop(100)).toBe(1);
    const taken: ReceivedJob[] = [];
    await start(async (job) => void taken.push(job), {}, await open());
    await vi.waitUntil(() => taken.length === 1, WAIT);
    expect(taken).toMatchObject([{ payload: { step_id: one.stepId }, hasStalled: true }]);
  });

  it('continues after every connection was lost', async () => {
    const taken: string[] = [];
    await start(async ({ payload }) => void taken.push(payload.step_id));
    await backend.addJobs([delivery()]);
    await vi.waitUntil(() => taken.length === 1, WAIT);
    const waiting = delivery({ delayMs: 1_500 });
    await backend.addJobs([waiting]);
    await store.sever();
    const one = delivery();
    await vi.waitFor(() => backend.addJobs([one]), WAIT);
    await vi.waitUntil(() => taken.includes(one.stepId) && taken.includes(waiting.stepId), WAIT);
    expect(taken).toHaveLength(3);
  });

  it('replaces its workers without losing a job', async () => {
    const taken: string[] = [];
    const workers = await start(async ({ payload }) => void taken.push(payload.step_id));
    for (let restart = 0; restart < 2; restart += 1) {
      await workers.restart();
      await backend.addJobs([delivery()]);
      await vi.waitUntil(() => taken.length === restart + 1, WAIT);
    }
    expect((await counts()).failed).toBe(0);
  });

  it('reports that the store does not answer', async () => {
    await expect(backend.ping()).resolves.toBeUndefined();
    const redisUrl = store.redisUrl && 'redis://127.0.0.1:9';
    const opening = openQueueBackend({ databaseUrl: 'postgres://127.0.0.1:9/none', redisUrl, readyWithinMs: 500 });
    await expect(opening).rejects.toThrow(/ECONNREFUSED|did not answer/);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openQueueBackend, type QueueBackend, openRedisTransport } from '#queues/platform/queue-backend.ts';
import { openPostgresTransport } from '#queues/platform/postgres-transport.ts';
import type { AnyQueue, QueueTransport } from '#queues/platform/queue-transport.ts';
import { onPath } from '#queues/platform/testing/redis-server.ts';
import { redisStore, stopTestStores } from '#queues/platform/testing/test-stores.ts';
import { config } from '#domain/platform/config.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { sweepSteps } from '#domain/platform/steps/lease.commands.ts';
import { startHeartbeat, type Heartbeat } from '../platform/heartbeat.ts';
import { createStepRunner } from '../platform/run-step.ts';
import { PROCESSORS } from '../processors.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const { database, control, configure, sandbox, write } = usePipeline();
const WAIT = { timeout: 60_000, interval: 50 };
const stores = onPath('redis-server') ? ['Postgres', 'Redis'] : ['Postgres'];

describe.each(stores)('the steps of a course, in queues on %s', (store) => {
  let backend: QueueBackend;
  let heartbeat: Heartbeat;
  let transport: QueueTransport;
  /** BullMQ's own queue, as a dashboard uses it. */
  let queue: AnyQueue;

  beforeAll(async () => {
    const redisUrl = store === 'Redis' ? (await redisStore()).redisUrl : null;
    backend = await openQueueBackend({ databaseUrl: database.url, redisUrl });
    setJobSink((deliveries) => backend.addJobs(deliveries), backend.isStanding);
    heartbeat = startHeartbeat();
    const runner = createStepRunner({ worker: 'queue', heartbeat, processors: PROCESSORS });
    // the editor of a course comes in the other lane
    await backend.startWorkers({ lanes: ['interactive', 'batch'], concurrency: 8, handle: runner.run });
    transport = redisUrl ? openRedisTransport(redisUrl, () => undefined) : openPostgresTransport(database.url, () => undefined);
    queue = transport.makeQueue('generate-interactive');
  });
  afterAll(async () => {
    heartbeat.stop();
    await queue.close();
    await backend.close(1_000);
    await transport.close();
    await stopTestStores();
  });

  const steps = (): Promise<{ id: string; run_id: string; key: string; state: string; dispatch: number }[]> =>
    database.knex('step').orderBy('id');
  const jobs = () => queue.getJobs(['waiting', 'active', 'delayed', 'completed', 'failed']);

  it('each is one job, and its data describes it', async () => {
    const { runId, run } = await write(SHORT);
    expect(run.status).toBe('completed');
    await vi.waitUntil(async () => (await queue.getJobCounts('active')).active === 0, WAIT);
    const ofRun = (await jobs()).filter(({ data }) => (data as { run_id: string }).run_id === runId);
    const rows = (await steps()).filter(({ run_id: id }) => id === runId);
    expect(rows.length).toBeGreaterThanOrEqual(12);
    expect(ofRun.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id, dispatch }) => `${id}-${dispatch}`).toSorted());
    const dataOf = (name: string) => ofRun.filter((job) => job.name === name).map(({ data }) => data);
    const { plan } = (await database.knex('course_run').where({ run_id: runId }).first('plan'))!;
    const titles = plan!.modules.map((module, at) => `${at + 1}.1 ${module.lessons[0]!.title}`);
    expect(
      dataOf('write-lesson')
        .map((data) => (data as { item: string }).item)
        .toSorted(),
    ).toEqual(titles);
    const outline = rows.find(({ key }) => key === 'outline')!;
    expect(dataOf('draft-outline')).toEqual([
      {
        run_id: runId,
        request_id: expect.any(String),
        kind: 'course',
        stage: 'outline',
        step: 'outline',
        step_id: outline.id,
        dispatch: 1,
      },
    ]);
    expect(new Set(ofRun.map(({ returnvalue }) => returnvalue))).toEqual(new Set(['done']));
  });

  it('wait while the queue is paused, are not announced a second time, and continue when it is resumed', async () => {
    await queue.pause();
    const writing = write({ ...SHORT, topic: `Paused ${store}` });
    const waiting = async () => (await backend.counts()).find((counts) => counts.queue === 'generate-interactive')!.paused;
    await vi.waitUntil(async () => (await waiting()) === 2, WAIT);
    // another queue's job is taken meanwhile
    await backend.addJobs([{ job: 'translate-lesson', lane: 'interactive', stepId: randomUUID(), dispatch: 1, delayMs: 0 }]);
    const other = transport.makeQueue('translate-interactive');
    await vi.waitUntil(async () => (await other.getJobCounts('completed')).completed === 1, WAIT);
    await other.close();
    // long ago, so that the sweep asks whether their jobs were lost
    await database
      .knex('step')
      .where({ state: 'queued' })
      .update({ dispatched_at: database.knex.raw(`now() - interval '1 hour'`) });
    expect(await sweepSteps()).toBe(0);
    expect(await waiting()).toBe(2);
    expect((await steps()).filter(({ state }) => state === 'queued').map(({ key }) => key)).toEqual(['outline', 'research']);
    expect(sandbox().calls()).toEqual([]);
    await queue.resume();
    expect((await writing).run.status).toBe('completed');
  });

  it('that fail are failed jobs with the reason, and a retry of the job runs the step and its course again', { tags: 'slow' }, async () => {
    configure({ vendor: { ...config().vendor, outagePatienceMs: 100, circuitOpenMs: 100 } });
    await control('PUT', 'faults', { service: '*', mode: 'down' });
    const { runId, run } = await write({ topic: `Retried ${store}` });
    expect(run).toMatchObject({ status: 'failed', error_code: 'vendors.all_down' });
    const failed = async () => (await queue.getFailed()).filter(({ data }) => (data as { run_id: string }).run_id === runId);
    await vi.waitUntil(async () => (await failed()).some(({ name }) => name === 'draft-outline'), WAIT);
    const job = (await failed()).find(({ name }) => name === 'draft-outline')!;
    expect(job.failedReason).toMatch(/^vendors\.\w+: /);
    await control('DELETE', 'faults');

    await job.retry();
    const row = () => database.knex('run').where({ id: runId }).first('status', 'attempt');
    await vi.waitUntil(async () => (await row())!.status === 'completed', WAIT);
    expect((await row())!.attempt).toBe(2);
    // so that its calls are not taken for those of the next retry
    await vi.waitUntil(async () => (await database.knex('run').where({ parent_id: runId }).first('status'))?.status === 'completed', WAIT);
    // its step is finished, so another retry does nothing
    const calls = sandbox().calls().length;
    const done = (await queue.getJob(job.id!))!;
    await vi.waitUntil(async () => (await done.getState()) === 'completed', WAIT);
    await done.retry('completed');
    await vi.waitUntil(async () => (await queue.getJob(job.id!))?.returnvalue === 'gone', WAIT);
    expect(sandbox().calls()).toHaveLength(calls);
  });
});

import knexFactory from 'knex';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openQueueBackend, type QueueBackend } from '#queues/platform/queue-backend.ts';
import { spawnLines } from '#queues/platform/testing/child-lines.ts';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { dispatchOutbox } from '#domain/platform/steps/dispatch-outbox.command.ts';
import { finishStep, StepLost } from '#domain/platform/steps/finish-step.command.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { makeRun, makeSteps } from './testing/run.factory.ts';

const db = useTestDatabase();
const file = new URL('./testing/worker.ts', import.meta.url);
// longer than anything takes on a busy machine, shorter than BullMQ's 60 s lock
const WAIT = { timeout: 40_000, interval: 50 };
/** For tests about the end of a lease. Elsewhere leases are longer than a busy machine may delay a heartbeat. */
const SHORT_LEASE = { LEASE_MS: '2000' };

interface Ready {
  ready: true;
  adminPort: number;
}

describe('worker processes', { timeout: 120_000 }, () => {
  let backend: QueueBackend;
  let runId: string;

  beforeEach(async () => {
    backend = await openQueueBackend({ databaseUrl: db.url, redisUrl: null });
    setJobSink((deliveries) => backend.addJobs(deliveries));
    runId = await makeRun(db.knex);
  });
  afterEach(async () => {
    setJobSink(null);
    await backend.close(0);
    await db.knex('run').delete();
  });

  const spawnWorker = async (graceMs = 25_000, env: NodeJS.ProcessEnv = {}) => {
    const child = spawnLines<Ready>(file, [String(graceMs)], {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: db.url,
      WORKER_ADMIN_PORT: '0',
      LOG_LEVEL: 'silent',
      LEASE_MS: '20000',
      SESSION_SECRET: 'x'.repeat(32),
      ...env,
    });
    await vi.waitUntil(() => child.lines.length > 0, WAIT);
    return { ...child, adminPort: child.lines[0]?.adminPort as number };
  };
  type Worker = Awaited<ReturnType<typeof spawnWorker>>;
  const addSteps = async (keys: string[]) => {
    const ids = await makeSteps(db.knex, runId, keys);
    await dispatchOutbox(ids);
    return ids;
  };
  const events = async (event: string): Promise<string[]> =>
    db.knex('run_event').where({ run_id: runId, event }).orderBy('id').pluck('text');
  const states = async (): Promise<string[]> => db.knex('step').where({ run_id: runId }).orderBy('key').pluck('state');
  const allCompleted = () => vi.waitUntil(async () => (await states()).every((state) => state === 'completed'), WAIT);

  describe('two processes, and the one that is left when the other is lost', () => {
    let patient: Worker;
    let impatient: Worker;
    beforeAll(async () => void ([patient, impatient] = await Promise.all([spawnWorker(), spawnWorker(300)])));
    afterAll(() => Promise.all([patient.kill(), impatient.kill()]));

    it('two processes on one database finish every step exactly once', async () => {
      const keys = Array.from({ length: 60 }, (_, i) => `quick:${i}`);
      const ids = await addSteps(keys);
      // announce every step twice, as after a crash between adding the job and deleting the outbox row
      await backend.addJobs(ids.map((stepId) => ({ job: 'write-lesson', lane: 'interactive', stepId, dispatch: 2, delayMs: 0 })));
      await allCompleted();
      expect((await events('finished')).sort()).toEqual([...keys].sort());
      expect((await events('started')).length).toBe(keys.length);
      const pids = new Set((await events('started')).map((text) => Number(text.split(' ')[2])));
      expect(pids).toEqual(new Set([patient.pid, impatient.pid]));
    });

    it('a step that exceeds the grace period returns to the queue at once, announced for another process', async () => {
      await patient.kill();
      await addSteps(['slow:60000:a']);
      await vi.waitUntil(async () => (await events('started')).length === 1, WAIT);
      impatient.signal('SIGTERM');
      expect(await impatient.ended).toBe(0);
      expect(await db.knex('step').where({ run_id: runId }).first()).toMatchObject({
        state: 'queued',
        dispatch: 2,
        tried: [],
        worker: null,
      });
    });
  });

  describe('two processes whose leases are short, and the one that comes after them', () => {
    let doomed: Worker;
    let other: Worker;
    let survivor: Worker | undefined;
    beforeAll(async () => void ([doomed, other] = await Promise.all([spawnWorker(25_000, SHORT_LEASE), spawnWorker(25_000, SHORT_LEASE)])));
    afterAll(() => Promise.all([doomed, other, survivor].map((worker) => worker?.kill())));

    it('a lease outlives many heartbeats: a step longer than its lease is not taken from a living worker', async () => {
      await addSteps(['slow:4500:a', 'slow:4500:b']);
      await allCompleted();
      expect((await events('started')).map((text) => text.split(' ')[1])).toEqual(['1', '1']);
    });

    it('after kill -9 the other process takes the step over when its lease ends, and the dead one’s claim is void', async () => {
      await other.kill();
      const [stepId] = (await addSteps(['slow:2500:a'])) as [string];
      await vi.waitUntil(async () => (await events('started')).length === 1, WAIT);
      await doomed.kill();
      survivor = await spawnWorker();
      // this waits for the lease, the sweep and the start of a process, not for BullMQ's 60 s lock
      await vi.waitUntil(async () => (await events('started')).length === 2, WAIT);
      await expect(transact((trx) => finishStep(trx, { stepId, fence: 1 }, { output: { pid: 0 } }))).rejects.toThrow(StepLost);
      await allCompleted();
      expect(await events('started')).toEqual([`slow:2500:a 1 ${doomed.pid}`, `slow:2500:a 2 ${survivor.pid}`]);
      expect(await events('finished')).toEqual(['slow:2500:a']);
      expect(await db.knex('step').where({ id: stepId }).first()).toMatchObject({ output: { pid: survivor.pid }, fence: 2 });
    });

    it('on SIGTERM it takes nothing new, lets running steps finish, and exits with 0', async () => {
      await addSteps(['slow:3000:a']);
      await vi.waitUntil(async () => (await events('started')).length === 1, WAIT);
      survivor!.signal('SIGTERM');
      await vi.waitUntil(async () => (await fetch(`http://127.0.0.1:${survivor!.adminPort}/health/ready`)).status === 503, WAIT);
      await addSteps(['quick:late']);
      expect(await survivor!.ended).toBe(0);
      expect(await events('finished')).toEqual(['slow:3000:a']);
      expect(await states()).toEqual(['queued', 'completed']);
    });
  });

  describe('one process, from its start to its end', () => {
    let worker: Worker;
    beforeAll(async () => void (worker = await spawnWorker()));
    afterAll(() => worker.kill());

    it('shows probes and metrics on its admin port', async () => {
      await addSteps(['quick:1']);
      await allCompleted();
      const ready = await fetch(`http://127.0.0.1:${worker.adminPort}/health/ready`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'ready', checks: { store: 'ok', schema: 'ok', queue: 'ok', drain: 'ok' } },
      ]);
      const text = () => fetch(`http://127.0.0.1:${worker.adminPort}/metrics`).then((response) => response.text());
      await vi.waitUntil(async () => (await text()).includes('coursewright_steps_total{job="write-lesson",outcome="done"} 1'), WAIT);
      expect(await text()).toContain('coursewright_queue_jobs{queue="generate-interactive",state="waiting"} 0');
    });

    it('a step that fails is settled and shown as failed in the queue', async () => {
      await addSteps(['fail:1']);
      await vi.waitUntil(async () => (await states())[0] === 'failed', WAIT);
      await vi.waitUntil(async () => (await backend.counts()).some((queue) => queue.failed === 1), WAIT);
    });

    it('api and worker together stay under 40 connections, also when both are busy', async () => {
      // what an api process has: this file's queue backend, and a row pool at its maximum
      const { databasePool } = config();
      const api = knexFactory({
        client: 'pg',
        connection: { connectionString: db.url, application_name: 'coursewright-api' },
        pool: { min: 0, max: databasePool },
      });
      const connections = async () => {
        const { rows } = await db.knex.raw(
          `select count(*), count(*) filter (where application_name = 'coursewright-queues') as queues
             from pg_stat_activity where datname = current_database() and application_name <> 'coursewright'`,
        );
        return rows[0] as { count: number; queues: number };
      };
      const most = { count: 0, queues: 0 };
      const adding = addSteps(Array.from({ length: 80 }, (_, i) => `quick:${i}`));
      do {
        await Promise.all(Array.from({ length: databasePool }, () => api.raw('select pg_sleep(0.05)')));
        await Promise.all([backend.counts(), backend.counts(), backend.ping()]);
        const { count, queues } = await connections();
        most.count = Math.max(most.count, count);
        most.queues = Math.max(most.queues, queues);
      } while ((await states()).some((state) => state !== 'completed'));
      await adding;
      await api.destroy();
      console.log(`connections at most: ${most.count}, of them for queues ${most.queues}`);
      // four to work with, and one on which all BullMQ workers LISTEN
      expect(most.queues).toBeLessThanOrEqual(5 + 5);
      expect(most.count).toBeGreaterThan(databasePool);
      expect(most.count).toBeLessThan(40);
    });

    it('continues after the database has cut every connection, and finishes its steps', async () => {
      await addSteps(['slow:1500:a']);
      await vi.waitUntil(async () => (await events('started')).length === 1, WAIT);
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name in ('coursewright-worker', 'coursewright-queues')`;
      await db.knex.raw(cut);
      await allCompleted();
      expect(await events('finished')).toEqual(['slow:1500:a']);
      await vi.waitFor(() => addSteps(['quick:after']), WAIT);
      await allCompleted();
    });

    it('a second signal ends the patience', async () => {
      await addSteps(['slow:60000:a']);
      await vi.waitUntil(async () => (await events('started')).length === 1, WAIT);
      worker.signal('SIGTERM');
      await vi.waitUntil(async () => (await fetch(`http://127.0.0.1:${worker.adminPort}/health/ready`)).status === 503, WAIT);
      worker.signal('SIGTERM');
      expect(await worker.ended).toBe(0);
      expect(await states()).toEqual(['queued']);
    });
  });
});

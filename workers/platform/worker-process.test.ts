import knexFactory from 'knex';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { config } from '#domain/platform/config.ts';
import { useWorkerProcesses, WAIT, type WorkerProcess } from './testing/worker-processes.factory.ts';

const { state, events, states, allCompleted, addSteps, spawnWorker } = useWorkerProcesses();

describe('two processes, and the remaining one when the other is lost', () => {
  let patient: WorkerProcess;
  let impatient: WorkerProcess;
  beforeAll(async () => void ([patient, impatient] = await Promise.all([spawnWorker(), spawnWorker(300)])));
  afterAll(() => Promise.all([patient.kill(), impatient.kill()]));

  it('two processes on one database finish every step exactly once', async () => {
    const keys = Array.from({ length: 60 }, (_, i) => `quick:${i}`);
    const ids = await addSteps(keys);
    // announce every step twice, as after a crash between adding the job and deleting the outbox row
    await state.backend.addJobs(ids.map((stepId) => ({ job: 'write-lesson', lane: 'interactive', stepId, dispatch: 2, delayMs: 0 })));
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
    expect(await state.db.knex('step').where({ run_id: state.runId }).first()).toMatchObject({
      state: 'queued',
      dispatch: 2,
      tried: [],
      worker: null,
    });
  });
});

describe('one process, from its start to its end', () => {
  let worker: WorkerProcess;
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
    await vi.waitUntil(async () => (await state.backend.counts()).some((queue) => queue.failed === 1), WAIT);
  });

  it('api and worker together stay under 40 connections, even when both are busy', async () => {
    // an api process's connections: this file's queue backend, and a row pool at its maximum
    const { databasePool } = config();
    const api = knexFactory({
      client: 'pg',
      connection: { connectionString: state.db.url, application_name: 'coursewright-api' },
      pool: { min: 0, max: databasePool },
    });
    const connections = async () => {
      const { rows } = await state.db.knex.raw(
        `select count(*), count(*) filter (where application_name = 'coursewright-queues') as queues
           from pg_stat_activity where datname = current_database() and application_name <> 'coursewright'`,
      );
      return rows[0] as { count: number; queues: number };
    };
    const most = { count: 0, queues: 0 };
    const adding = addSteps(Array.from({ length: 80 }, (_, i) => `quick:${i}`));
    do {
      await Promise.all(Array.from({ length: databasePool }, () => api.raw('select pg_sleep(0.05)')));
      await Promise.all([state.backend.counts(), state.backend.counts(), state.backend.ping()]);
      const { count, queues } = await connections();
      most.count = Math.max(most.count, count);
      most.queues = Math.max(most.queues, queues);
    } while ((await states()).some((state) => state !== 'completed'));
    await adding;
    await api.destroy();
    console.log(`connections at most: ${most.count}, of them for queues ${most.queues}`);
    // four for statements, and one on which all BullMQ workers LISTEN
    expect(most.queues).toBeLessThanOrEqual(5 + 5);
    expect(most.count).toBeGreaterThan(databasePool);
    expect(most.count).toBeLessThan(40);
  });

  it('continues after the database has cut every connection, and finishes its steps', async () => {
    await addSteps(['slow:1500:a']);
    await vi.waitUntil(async () => (await events('started')).length === 1, WAIT);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name in ('coursewright-worker', 'coursewright-queues')`;
    await state.db.knex.raw(cut);
    await allCompleted();
    expect(await events('finished')).toEqual(['slow:1500:a']);
    await vi.waitFor(() => addSteps(['quick:after']), WAIT);
    await allCompleted();
  });

  it('a second signal ends the grace period', async () => {
    await addSteps(['slow:60000:a']);
    await vi.waitUntil(async () => (await events('started')).length === 1, WAIT);
    worker.signal('SIGTERM');
    await vi.waitUntil(async () => (await fetch(`http://127.0.0.1:${worker.adminPort}/health/ready`)).status === 503, WAIT);
    worker.signal('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(await states()).toEqual(['queued']);
  });
});

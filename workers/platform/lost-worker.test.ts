import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConsoleState } from '#domain/operator/console/console.queries.ts';
import { inspectRun } from '#domain/operator/runs/inspect-run.queries.ts';
import { config, type Config } from '#domain/platform/config.ts';
import { runEnvelope } from '#domain/platform/runs/run-envelope.queries.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { patience } from '#ops/testing/slowness.ts';
import { onPath, startRedis, type TestRedis } from '#queues/platform/testing/redis-server.ts';
import { useWorkerProcesses, WAIT, type WorkerProcess } from './testing/worker-processes.factory.ts';

/** Maximum time after a kill -9 until the run's page and the console report it, and another live worker has taken over. */
const WITHIN_MS = patience(15_000);
/** One store is tested with the product's lease, the other with a shorter one: the same code waits for it. */
const SHORTER: Partial<Config> = { leaseMs: 7_000 };
const stores = onPath('redis-server') ? (['Postgres', 'Redis'] as const) : (['Postgres'] as const);

describe.each(stores)('after kill -9 of a worker, with the queues in %s,', (store) => {
  let redis: TestRedis | null = null;
  beforeAll(async () => {
    if (store === 'Redis') redis = await startRedis();
  });
  afterAll(() => redis?.stop());
  const { state, events, addSteps, spawnWorker } = useWorkerProcesses(() => redis?.url ?? null, store === 'Redis' ? SHORTER : {});

  const envelope = async () => {
    const { account_id: accountId } = (await state.db.knex('run').where({ id: state.runId }).first('account_id'))!;
    return (await runEnvelope({ runId: state.runId, accountId: accountId! })).base;
  };
  const spawn = async (): Promise<WorkerProcess> => {
    const worker = await spawnWorker(25_000, { LEASE_MS: String(config().leaseMs) });
    onTestFinished(() => worker.kill());
    return worker;
  };
  const nameOf = ({ pid }: WorkerProcess) => `${hostname()}:${pid}`;
  /** Kills a worker. @returns a function that waits for a condition, and fails if it holds later than promised */
  const kill = async (worker: WorkerProcess) => {
    const killedAt = performance.now();
    await worker.kill();
    return async (what: string, holds: () => Promise<boolean>) => {
      await vi.waitUntil(holds, WAIT);
      expect(performance.now() - killedAt, what).toBeLessThan(WITHIN_MS);
    };
  };

  it('the run and the console show whose steps wait and who takes over when, until another worker has', async () => {
    const doomed = await spawn();
    await addSteps(['slow:60000:a']);
    await vi.waitUntil(async () => (await events('started')).length === 1, WAIT);
    expect((await envelope()).worker_lost).toBeUndefined();
    const within = await kill(doomed);
    await within('the run says it', async () => (await envelope()).worker_lost === true);
    expect((await envelope()).takeover!.in_s).toBeLessThanOrEqual(config().leaseMs / 1_000);
    await within('the console names it', async () =>
      (await readConsoleState()).lost.some(({ worker, steps }) => worker === nameOf(doomed) && steps === 1),
    );
    expect((await inspectRun(state.runId)).lost).toMatchObject({ workers: [{ worker: nameOf(doomed), steps: 1 }] });
    await within('nobody is there to take over', async () => {
      const { workers } = await readConsoleState();
      return workers === 0 && (await envelope()).takeover?.workers !== 1;
    });
    const survivor = await spawn();
    await vi.waitUntil(async () => (await events('started')).length === 2, WAIT);
    expect(await envelope()).not.toHaveProperty('worker_lost');
    expect((await events('started'))[1]).toContain(` ${survivor.pid}`);
    expect((await inspectRun(state.runId)).lost).toBeNull();
  });

  it('another running one takes over its steps', async () => {
    const workers = [await spawn(), await spawn()];
    await addSteps(['slow:60000:a']);
    await vi.waitUntil(async () => (await events('started')).length === 1, WAIT);
    const [started] = await events('started');
    const doomed = workers.find(({ pid }) => started!.endsWith(` ${pid}`))!;
    const survivor = workers.find((one) => one !== doomed)!;
    const within = await kill(doomed);
    await within('the other has begun it', async () => (await events('started')).at(1)?.endsWith(` ${survivor.pid}`) === true);
  });

  it('one that had received a job without starting it is reported too: its store delivers the job again, at an unknown time', async () => {
    const doomed = await spawn();
    // jobs that a worker has taken are no longer in any queue
    setJobSink(async () => {});
    await addSteps(['slow:60000:a']);
    const within = await kill(doomed);
    await within('the run says it', async () => (await envelope()).worker_lost === true);
    expect((await envelope()).takeover).toEqual({ workers: 0, in_s: null });
    expect((await inspectRun(state.runId)).lost).toEqual({ workers: [], takeover: { workers: 0, in_s: null } });
    await within('the console names it', async () => (await readConsoleState()).lost.some(({ worker }) => worker === nameOf(doomed)));
    // once announced again, it only waits for its turn
    await state.db.knex('step').where({ run_id: state.runId }).update({ dispatched_at: state.db.knex.fn.now() });
    expect(await envelope()).not.toHaveProperty('worker_lost');
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { transact } from '#domain/platform/database.ts';
import { finishStep, StepLost } from '#domain/platform/steps/step.commands.ts';
import { useWorkerProcesses, WAIT, type WorkerProcess } from './testing/worker-processes.factory.ts';

// leases and fences have tests with statements (`domain/platform/steps`); these wait for real leases of real processes
const { state, events, states, allCompleted, addSteps, spawnWorker } = useWorkerProcesses();

/** In other tests, leases are longer than a busy machine can delay a heartbeat. */
const SHORT_LEASE = { LEASE_MS: '2000' };

describe('two processes whose leases are short, and the one that comes after them', () => {
  let doomed: WorkerProcess;
  let other: WorkerProcess;
  let survivor: WorkerProcess | undefined;
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
    // waits for the lease, the sweep and the start of a process, not for BullMQ's 60 s lock
    await vi.waitUntil(async () => (await events('started')).length === 2, WAIT);
    await expect(transact((trx) => finishStep(trx, { stepId, fence: 1 }, { output: { pid: 0 } }))).rejects.toThrow(StepLost);
    await allCompleted();
    expect(await events('started')).toEqual([`slow:2500:a 1 ${doomed.pid}`, `slow:2500:a 2 ${survivor.pid}`]);
    expect(await events('finished')).toEqual(['slow:2500:a']);
    expect(await state.db.knex('step').where({ id: stepId }).first()).toMatchObject({ output: { pid: survivor.pid }, fence: 2 });
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

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JOBS } from '#queues/registry.ts';
import { transact } from '#domain/platform/database.ts';
import { claimStep } from '#domain/platform/steps/claim-step.command.ts';
import { finishStep, StepLost } from '#domain/platform/steps/finish-step.command.ts';
import { setJobSink, type Delivery } from '#domain/platform/steps/job-sink.ts';
import { startSteps } from '#domain/platform/steps/start-steps.command.ts';
import { setStepClaimer } from '#domain/platform/steps/step-claimer.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import type { Processor, Processors } from './processor.ts';
import { createStepRunner, type StepRunner } from './run-step.ts';
import { makeRun, makeSteps } from './testing/run.factory.ts';

const LEASE_MS = 2_000;
const WAIT = { timeout: 20_000, interval: 10 };
const db = useTestDatabase({ leaseMs: LEASE_MS });
const storeAway = () => Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });

type Work = Processor['work'];
const everyJob = (processor: Processor): Processors => Object.fromEntries(Object.keys(JOBS).map((name) => [name, processor]));

describe('a delivered step', () => {
  let heartbeat: Heartbeat;
  let announced: Delivery[];
  let settled: { step: ClaimedStep; error: unknown }[];
  let runId: string;
  let stepId: string;

  beforeEach(async () => {
    announced = [];
    settled = [];
    setJobSink(async (deliveries) => void announced.push(...deliveries));
    heartbeat = startHeartbeat(50);
    runId = await makeRun(db.knex);
    [stepId] = (await makeSteps(db.knex, runId, ['lesson:0_0'])) as [string];
    await db.knex('outbox').delete();
  });
  afterEach(() => {
    heartbeat.stop();
    setJobSink(null);
  });

  const row = () => db.knex('step').where({ id: stepId }).first();
  const deliver = (work: Work, parts: { settle?: (step: ClaimedStep, error: unknown) => Promise<void>; stepId?: string } = {}) =>
    createStepRunner({
      worker: 'test',
      heartbeat,
      processors: everyJob({ work, settle: parts.settle ?? (async (step, error) => void settled.push({ step, error })) }),
      lanes: ['interactive'],
      concurrency: () => 2,
    }).run({ name: 'write-lesson', payload: { step_id: parts.stepId ?? stepId, dispatch: 1 } });
  const finish: Work = ({ step }) => transact((trx) => finishStep(trx, step, { output: { content: 'text' } }));
  /** Works until its signal aborts it, like a vendor call. */
  const untilAborted: Work = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('the call was aborted')), { once: true }));

  it('is claimed, worked on and finished', async () => {
    let seen: ClaimedStep | undefined;
    await deliver(async (work) => {
      seen = work.step;
      expect(await row()).toMatchObject({ state: 'running', worker: 'test' });
      await finish(work);
    });
    expect(seen).toMatchObject({ stepId, runId, fence: 1, job: 'write-lesson', key: 'lesson:0_0', lane: 'interactive', tried: [] });
    expect(await row()).toMatchObject({ state: 'completed', output: { content: 'text' }, worker: null });
    expect(heartbeat.count()).toBe(0);
  });

  it('is done once however often it is delivered', async () => {
    let runs = 0;
    const work: Work = async (given) => {
      runs += 1;
      await finish(given);
    };
    await deliver(work);
    await deliver(work);
    expect(runs).toBe(1);
  });

  it('that does not exist any more succeeds quietly', async () => {
    await deliver(() => expect.fail('must not run'), { stepId: randomUUID() });
  });

  it('that another worker holds is announced again for the end of the lease', async () => {
    await claimStep(stepId, 'other');
    await deliver(() => expect.fail('must not run'));
    expect(announced).toMatchObject([{ stepId, dispatch: 2, job: 'write-lesson', lane: 'interactive' }]);
    expect(announced[0]?.delayMs).toBeGreaterThan(LEASE_MS - 1_000);
    expect(announced[0]?.delayMs).toBeLessThanOrEqual(LEASE_MS);
    expect(await row()).toMatchObject({ state: 'running', worker: 'other', fence: 1 });
  });

  it('whose holder has crashed is taken over after the lease, and the old holder can write nothing', async () => {
    const old = await claimStep(stepId, 'other');
    if (old.kind !== 'claimed') throw new Error('not claimed');
    await db
      .knex('step')
      .where({ id: stepId })
      .update({ lease_until: db.knex.raw("now() - interval '1 ms'") });
    await deliver(async (work) => {
      expect(work.step.fence).toBe(2);
      await expect(transact((trx) => finishStep(trx, old.step, { output: { content: 'late' } }))).rejects.toThrow(StepLost);
      await finish(work);
    });
    expect(await row()).toMatchObject({ state: 'completed', output: { content: 'text' } });
  });

  it('that fails is settled, and the delivery fails with its error', async () => {
    const error = new Error('the vendor is down');
    await expect(deliver(() => Promise.reject(error))).rejects.toBe(error);
    expect(settled).toMatchObject([{ step: { stepId, fence: 1 }, error }]);
    expect(heartbeat.count()).toBe(0);
  });

  it('that has to wait for allowance is deferred until then without counting a failure', async () => {
    const retryAt = new Date(Date.now() + 60_000);
    await deliver(() => Promise.reject(Object.assign(new Error('no allowance'), { retryAt })));
    expect(settled).toEqual([]);
    expect(await row()).toMatchObject({ state: 'queued', dispatch: 2, due_at: retryAt, tried: [], worker: null });
    expect(announced).toMatchObject([{ stepId, dispatch: 2 }]);
    expect(announced[0]?.delayMs).toBeGreaterThan(58_000);
  });

  it('of a run that is cancelled is aborted, and nothing is written', async () => {
    const working = deliver(untilAborted);
    await vi.waitUntil(() => heartbeat.count() === 1, WAIT);
    await db.knex('run').where({ id: runId }).update({ status: 'cancelled' });
    await working;
    expect(settled).toEqual([]);
    expect(announced).toEqual([]);
  });

  it('that was taken over is aborted, and nothing is written', async () => {
    const working = deliver(untilAborted);
    await vi.waitUntil(() => heartbeat.count() === 1, WAIT);
    await db.knex('step').where({ id: stepId }).update({ fence: 9, worker: 'other' });
    await working;
    expect(settled).toEqual([]);
    expect(await row()).toMatchObject({ state: 'running', fence: 9, worker: 'other' });
  });

  it('that detects that it was taken over ends quietly', async () => {
    await deliver(async (work) => {
      await db.knex('step').where({ id: stepId }).update({ fence: 9 });
      await finish(work);
    });
    expect(settled).toEqual([]);
    expect(await row()).toMatchObject({ state: 'running', fence: 9, output: null });
  });

  it('returns to the queue at once when the process drains', async () => {
    const working = deliver(untilAborted);
    await vi.waitUntil(() => heartbeat.count() === 1, WAIT);
    heartbeat.drain();
    await working;
    expect(settled).toEqual([]);
    expect(await row()).toMatchObject({ state: 'queued', dispatch: 2, tried: [], worker: null });
    expect(announced).toMatchObject([{ stepId, dispatch: 2, delayMs: 0 }]);
  });

  it('that is delivered to a draining process returns to the queue too', async () => {
    heartbeat.drain();
    await deliver(({ signal }) => Promise.reject(signal.reason));
    expect(await row()).toMatchObject({ state: 'queued', dispatch: 2 });
  });

  it('is settled when the database is available again', async () => {
    let asked = 0;
    const settle = async () => {
      asked += 1;
      if (asked < 3) throw storeAway();
    };
    await expect(deliver(() => Promise.reject(new Error('the vendor is down')), { settle })).rejects.toThrow('the vendor is down');
    expect(asked).toBe(3);
  });

  it('is left to its lease when the store stays away', async () => {
    const settle = () => Promise.reject(storeAway());
    await deliver(() => Promise.reject(new Error('the vendor is down')), { settle });
    expect(await row()).toMatchObject({ state: 'running', fence: 1 });
    expect(heartbeat.count()).toBe(0);
  });

  it('counts no failure when only the database was unavailable', async () => {
    await deliver(() => Promise.reject(storeAway()));
    expect(settled).toEqual([]);
    expect(await row()).toMatchObject({ state: 'queued', dispatch: 2, tried: [] });
  });
});

describe('a new step', () => {
  let heartbeat: Heartbeat;
  let announced: Delivery[];
  let worked: string[];
  let runId: string;
  let runner: StepRunner;
  let goOn: () => void;

  beforeEach(async () => {
    announced = [];
    worked = [];
    setJobSink(async (deliveries) => void announced.push(...deliveries));
    heartbeat = startHeartbeat(50);
    runId = await makeRun(db.knex);
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const work: Work = async ({ step, signal }) => {
      worked.push(step.key);
      await Promise.race([gate, new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))]);
      await transact((trx) => finishStep(trx, step, { output: {} }));
    };
    runner = createStepRunner({
      worker: 'test',
      heartbeat,
      processors: everyJob({ work, settle: async () => undefined }),
      lanes: ['interactive'],
      concurrency: () => 3,
    });
    setStepClaimer(runner);
  });
  afterEach(async () => {
    goOn();
    await runner.drain(5_000);
    setStepClaimer(null);
    setJobSink(null);
    heartbeat.stop();
  });

  const rows = () => db.knex('step').where({ run_id: runId }).orderBy('key').select('key', 'state', 'worker', 'fence');
  const outbox = async () => Number((await db.knex('outbox').count('* as rows').first())?.rows);

  it('is taken by the process that added it, without the queue, as far as it has room', async () => {
    const ids = await makeSteps(db.knex, runId, ['a', 'b', 'c', 'd']);
    await startSteps(ids, 'interactive');
    expect(worked).toEqual(['a', 'b', 'c']);
    expect(announced).toMatchObject([{ stepId: ids[3], dispatch: 1 }]);
    expect(await outbox()).toBe(0);
    expect(await rows()).toMatchObject([
      { state: 'running', worker: 'test', fence: 1 },
      { state: 'running', worker: 'test', fence: 1 },
      { state: 'running', worker: 'test', fence: 1 },
      { state: 'queued', worker: null, fence: 0 },
    ]);
    const more = await makeSteps(db.knex, runId, ['e']);
    await startSteps(more, 'interactive');
    expect(announced.at(-1)).toMatchObject({ stepId: more[0] });

    goOn();
    await vi.waitUntil(async () => (await rows()).filter(({ state }) => state === 'completed').length === 3, WAIT);
    await vi.waitUntil(() => heartbeat.count() === 0, WAIT);
    await startSteps(await makeSteps(db.knex, runId, ['f']), 'interactive');
    expect(worked).toEqual(['a', 'b', 'c', 'f']);
  });

  it('that is delivered as well is done once', async () => {
    const [id] = (await makeSteps(db.knex, runId, ['a'])) as [string];
    await startSteps([id], 'interactive');
    await runner.run({ name: 'write-lesson', payload: { step_id: id, dispatch: 1 } });
    expect(worked).toEqual(['a']);
    // it came early, like every copy during a hold
    expect(announced).toMatchObject([{ stepId: id, dispatch: 2 }]);
  });

  it('of a lane this process does not work on is left to the queue', async () => {
    const ids = await makeSteps(db.knex, runId, ['a'], 'batch');
    await startSteps(ids, 'batch');
    expect(worked).toEqual([]);
    expect(announced).toMatchObject([{ stepId: ids[0], lane: 'batch' }]);
  });

  it('that another worker has claimed, or whose run was stopped, is skipped', async () => {
    const [taken, stopped] = (await makeSteps(db.knex, runId, ['a', 'b'])) as [string, string];
    await claimStep(taken, 'other');
    await db.knex('run').where({ id: runId }).update({ status: 'cancelled' });
    await startSteps([taken, stopped], 'interactive');
    expect(worked).toEqual([]);
    expect((await rows()).map(({ worker }) => worker)).toEqual(['other', null]);
  });

  it('stays announced when it could not be taken', async () => {
    const ids = await makeSteps(db.knex, runId, ['a']);
    setStepClaimer({ fill: () => Promise.reject(storeAway()) });
    setJobSink(() => Promise.reject(new Error('the queue is away')));
    await startSteps(ids, 'interactive');
    expect(await outbox()).toBe(1);
  });

  it('goes to the queue once the process drains, which waits for those it took', async () => {
    const ids = await makeSteps(db.knex, runId, ['a', 'b']);
    await startSteps([ids[0]!], 'interactive');
    const draining = runner.drain(5_000);
    await startSteps([ids[1]!], 'interactive');
    expect(announced).toMatchObject([{ stepId: ids[1] }]);
    goOn();
    expect(await draining).toBe(0);
    expect((await rows())[0]).toMatchObject({ key: 'a', state: 'completed' });
  });

  it('is returned to the queue when the drain takes too long', async () => {
    const ids = await makeSteps(db.knex, runId, ['a']);
    await startSteps(ids, 'interactive');
    expect(await runner.drain(20)).toBe(1);
    heartbeat.drain();
    expect(await runner.drain(5_000)).toBe(0);
    expect(await rows()).toMatchObject([{ state: 'queued', worker: null }]);
    expect(announced).toMatchObject([{ stepId: ids[0], dispatch: 2, delayMs: 0 }]);
  });
});

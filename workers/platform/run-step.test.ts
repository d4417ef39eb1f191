import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JOBS } from '#queues/registry.ts';
import { reserveWork } from '#domain/billing/ledger/hold.commands.ts';
import { onTerms } from '#domain/billing/ledger/later-work.commands.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import { deferStep } from '#domain/platform/steps/defer-step.command.ts';
import { finishStep, StepLost } from '#domain/platform/steps/step.commands.ts';
import { setJobSink, type Delivery } from '#domain/platform/steps/job-sink.ts';
import type { ClaimedStep, StepFailure } from '#domain/platform/steps/step.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { patience } from '#ops/testing/slowness.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import type { Processor, Processors } from './processor.ts';
import { createStepRunner } from './run-step.ts';
import { makeRun, makeSteps } from './testing/run.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/its failure could not be stored/);

const LEASE_MS = patience(2_000);
const WAIT = { timeout: 60_000, interval: 10 };
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
  const failure: StepFailure = { code: 'vendors.failed', detail: 'the vendor is down' };
  const deliver = (work: Work, parts: { settle?: Processor['settle']; stepId?: string; isPromoted?: boolean; hasStalled?: boolean } = {}) =>
    createStepRunner({
      worker: 'test',
      heartbeat,
      processors: everyJob({ work, settle: parts.settle ?? (async (step, error) => (settled.push({ step, error }), failure)) }),
    }).run({
      name: 'write-lesson',
      payload: { step_id: parts.stepId ?? stepId, dispatch: 1 },
      isPromoted: parts.isPromoted ?? false,
      hasStalled: parts.hasStalled ?? false,
    });
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

  it('spends nothing that nobody has accepted', async () => {
    const accountId = await givenOwner();
    const work = { accountId, centitokens: 100, expiresAt: new Date(Date.now() + 60_000), cause: 'Clip' };
    const reserve = () => transact(async (trx) => void (await reserveWork(trx, { ...work, jobId: randomUUID() })));
    await deliver(async (given) => {
      await expect(reserve()).rejects.toThrow('have no accepted price');
      await expect(onTerms({ most: 99, key: null }, reserve)).rejects.toMatchObject({ code: 'price.changed' });
      await onTerms({ most: 100, key: null }, reserve);
      await finish(given);
    });
    expect(await row()).toMatchObject({ state: 'completed' });
    expect(await db.knex('token_hold').where({ owner_id: accountId }).pluck('amount')).toEqual([100]);
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

  it('that no longer exists succeeds quietly', async () => {
    await deliver(() => expect.fail('must not run'), { stepId: randomUUID() });
  });

  it('that another worker holds is announced again for the end of the lease', async () => {
    await claimStep(stepId, 'other');
    await deliver(() => expect.fail('must not run'));
    expect(announced).toMatchObject([{ stepId, dispatch: 2, job: 'write-lesson', lane: 'interactive' }]);
    expect(announced[0]?.delayMs).toBeGreaterThan(LEASE_MS / 2);
    expect(announced[0]?.delayMs).toBeLessThanOrEqual(LEASE_MS);
    expect(await row()).toMatchObject({ state: 'running', worker: 'other', fence: 1 });
  });

  it('whose worker has crashed is taken over after the lease, and the old worker can write nothing', async () => {
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

  it('that fails is settled, and the delivery fails with the coded reason', async () => {
    const error = new Error('socket hang up');
    await expect(deliver(() => Promise.reject(error))).rejects.toMatchObject({
      message: 'vendors.failed: the vendor is down',
      cause: error,
    });
    expect(settled).toMatchObject([{ step: { stepId, fence: 1 }, error }]);
    expect(heartbeat.count()).toBe(0);
  });

  it('that is retried after a failed attempt is not a failed delivery', async () => {
    const settle: Processor['settle'] = (step) => deferStep(step, new Date(Date.now() + 60_000));
    expect(await deliver(() => Promise.reject(new Error('no')), { settle })).toBe('deferred');
    expect(await row()).toMatchObject({ state: 'queued', dispatch: 2 });
  });

  it('that has failed runs again when its job is retried, not when the queue redelivers it on its own', async () => {
    const fail = () => db.knex('step').where({ id: stepId }).update({ state: 'failed', error_code: 'internal' });
    await fail();
    expect(await deliver(() => expect.fail('must not run'), { hasStalled: true })).toBe('gone');
    await db.knex('run').where({ id: runId }).update({ status: 'completed', stage: 'done' });
    await expect(deliver(() => expect.fail('must not run'))).rejects.toThrow('run.ended: The run has already ended');
    await db.knex('run').where({ id: runId }).update({ status: 'failed', error_code: 'internal', tokens_reserved: 0 });
    expect(await deliver(() => expect.fail('must not run'))).toBe('deferred');
    expect(await row()).toMatchObject({ state: 'cancelled', error_code: null });
  });

  it('that is promoted in the queue starts before its time; an older announcement of it does not', async () => {
    const inAnHour = db.knex.raw(`now() + interval '1 hour'`);
    await db.knex('step').where({ id: stepId }).update({ due_at: inAnHour, dispatch: 2 });
    expect(await deliver(() => expect.fail('must not run'), { isPromoted: true })).toBe('early');
    await db.knex('step').where({ id: stepId }).update({ dispatch: 1 });
    expect(await deliver(finish, { isPromoted: true })).toBe('done');
  });

  it('that has to wait for allowance is deferred until then without counting a failure', async () => {
    const retryAt = new Date(Date.now() + 60_000);
    await deliver(() => Promise.reject(Object.assign(new Error('no allowance'), { retryAt })));
    expect(settled).toEqual([]);
    expect(await row()).toMatchObject({ state: 'queued', dispatch: 2, due_at: retryAt, tried: [], worker: null });
    expect(announced).toMatchObject([{ stepId, dispatch: 2 }]);
    expect(announced[0]?.delayMs).toBeGreaterThan(58_000);
  });

  it('whose account has too much work waiting for its turn is deferred, and does not fail', async () => {
    await deliver(() => Promise.reject(new ProductError('limits.rate', undefined, { data: { retryAfterS: 5 } })));
    expect(settled).toEqual([]);
    expect(await row()).toMatchObject({ state: 'queued', dispatch: 2, tried: [], worker: null });
    expect(announced).toMatchObject([{ stepId, dispatch: 2 }]);
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
      return failure;
    };
    await expect(deliver(() => Promise.reject(new Error('socket hang up')), { settle })).rejects.toThrow('the vendor is down');
    expect(asked).toBe(3);
  });

  it('is left to its lease if the store stays unavailable', async () => {
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

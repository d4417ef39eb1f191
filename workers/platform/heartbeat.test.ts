import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase, disconnectDatabase } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { patience } from '#ops/testing/slowness.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import { makeRun, makeSteps } from './testing/run.factory.ts';

const LEASE_MS = patience(1_500);
const db = useTestDatabase({ leaseMs: LEASE_MS });
const WAIT = { timeout: 60_000, interval: 10 };

describe('the heartbeat', () => {
  let heartbeat: Heartbeat;
  let runId: string;
  let steps: string[];

  beforeEach(async () => {
    runId = await makeRun(db.knex);
    steps = await makeSteps(db.knex, runId, ['lesson:0_0', 'lesson:0_1', 'lesson:0_2']);
  });
  afterEach(() => {
    heartbeat.stop();
    vi.restoreAllMocks();
  });

  const claimed = async (stepId: string): Promise<ClaimedStep> => {
    const claim = await claimStep(stepId, 'test');
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    return claim.step;
  };
  const holdAll = async () => {
    return Promise.all(steps.map(async (id) => heartbeat.hold(await claimed(id))));
  };
  /** Returns the ends of the leases, in the order of the steps. */
  const leases = async () => (await db.knex('step').where({ run_id: runId }).orderBy('key').pluck('lease_until')) as Date[];

  it('renews every lease that is held and no other', async () => {
    heartbeat = startHeartbeat(100);
    const [first, ...others] = await holdAll();
    first?.release();
    const [released] = await leases();
    await vi.waitUntil(async () => (await leases()).slice(1).every((end) => end.getTime() > released!.getTime() + LEASE_MS), WAIT);
    expect((await leases())[0]).toEqual(released);
    for (const hold of others) expect(hold.signal.aborted).toBe(false);
  });

  it('sees a cancellation with its next beat', async () => {
    heartbeat = startHeartbeat();
    const holds = await holdAll();
    await db.knex('run').where({ id: runId }).update({ status: 'cancelled' });
    await vi.waitUntil(() => holds.every((hold) => hold.signal.aborted), WAIT);
    expect(holds.map((hold) => hold.ended())).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  it('ends only the hold that was taken over', async () => {
    heartbeat = startHeartbeat(50);
    const holds = await holdAll();
    await db.knex('step').where({ id: steps[1] }).increment('fence', 1);
    await vi.waitUntil(() => holds[1]?.signal.aborted, WAIT);
    expect(holds.map((hold) => hold.ended())).toEqual([null, 'lost', null]);
  });

  it('aborts no paid call while the database is unavailable for longer than a lease, and renews the leases afterwards', async () => {
    heartbeat = startHeartbeat(50);
    const claiming = performance.now();
    const holds = await holdAll();
    const failed = vi.spyOn(logger(), 'warn');
    await disconnectDatabase();
    await vi.waitUntil(() => performance.now() > claiming + LEASE_MS + 200 && failed.mock.calls.length > 0, WAIT);
    expect(holds.map((hold) => hold.ended())).toEqual([null, null, null]);
    Object.assign(db, { knex: connectDatabase(db.url, { poolMax: 5 }) });
    await vi.waitUntil(async () => (await leases()).every((end) => end > new Date()), WAIT);
    expect(holds.map((hold) => hold.ended())).toEqual([null, null, null]);
  });

  it('a second claim of the same step in this process voids the first one', async () => {
    heartbeat = startHeartbeat(50);
    const old = heartbeat.hold(await claimed(steps[0] as string));
    await db
      .knex('step')
      .where({ id: steps[0] })
      .update({ lease_until: db.knex.raw("now() - interval '1 ms'") });
    const second = heartbeat.hold(await claimed(steps[0] as string));
    expect(old.ended()).toBe('lost');
    old.release();
    expect(heartbeat.count()).toBe(1);
    expect(second.ended()).toBe(null);
  });
});

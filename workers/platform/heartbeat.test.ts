import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase, disconnectDatabase } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { claimStep } from '#domain/platform/steps/claim-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import { makeRun, makeSteps } from './testing/run.factory.ts';

const LEASE_MS = 1_500;
const db = useTestDatabase({ leaseMs: LEASE_MS });

describe('the heartbeat', () => {
  let heartbeat: Heartbeat;
  let runId: string;
  let steps: string[];

  beforeEach(async () => {
    runId = await makeRun(db.knex);
    steps = await makeSteps(db.knex, runId, ['lesson:0_0', 'lesson:0_1', 'lesson:0_2']);
  });
  afterEach(() => heartbeat.stop());

  const claimed = async (stepId: string): Promise<ClaimedStep> => {
    const claim = await claimStep(stepId, 'test');
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    return claim.step;
  };
  const holdAll = async () => {
    const from = performance.now();
    return Promise.all(steps.map(async (id) => heartbeat.hold(await claimed(id), from)));
  };
  const leases = async () => {
    const rows: { left: number }[] = (
      await db.knex.raw('select (extract(epoch from lease_until - now()) * 1000)::int as left from step where run_id = ? order by key', [
        runId,
      ])
    ).rows;
    return rows.map((row) => row.left);
  };

  it('renews every lease that is held and no other', async () => {
    heartbeat = startHeartbeat(100);
    const [first, ...others] = await holdAll();
    first?.release();
    await vi.waitUntil(async () => ((await leases())[0] as number) <= 0, { timeout: 5_000 });
    const [, ...renewed] = await leases();
    for (const left of renewed) expect(left).toBeGreaterThan(LEASE_MS / 2);
    for (const hold of others) expect(hold.signal.aborted).toBe(false);
  });

  it('sees a cancellation with its next beat', async () => {
    heartbeat = startHeartbeat();
    const holds = await holdAll();
    await db.knex('run').where({ id: runId }).update({ status: 'cancelled' });
    await vi.waitUntil(() => holds.every((hold) => hold.signal.aborted), { timeout: 5_000, interval: 10 });
    expect(holds.map((hold) => hold.ended())).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  it('ends only the hold that was taken over', async () => {
    heartbeat = startHeartbeat(50);
    const holds = await holdAll();
    await db.knex('step').where({ id: steps[1] }).increment('fence', 1);
    await vi.waitUntil(() => holds[1]?.signal.aborted);
    expect(holds.map((hold) => hold.ended())).toEqual([null, 'lost', null]);
  });

  it('goes on trying while the store is away and ends its holds when their leases must have run out', async () => {
    heartbeat = startHeartbeat(50);
    const [hold] = await holdAll();
    await disconnectDatabase();
    const away = performance.now();
    await vi.waitUntil(() => hold?.signal.aborted, { timeout: 5_000, interval: 10 });
    expect(hold?.ended()).toBe('lost');
    expect(performance.now() - away).toBeGreaterThan(LEASE_MS * 0.6);
    expect(performance.now() - away).toBeLessThan(LEASE_MS + 500);
    Object.assign(db, { knex: connectDatabase(db.url, { poolMax: 5 }) });
  });

  it('keeps its holds through a short absence of the store', async () => {
    heartbeat = startHeartbeat(50);
    const holds = await holdAll();
    const failed = vi.spyOn(logger(), 'warn');
    await disconnectDatabase();
    await vi.waitUntil(() => failed.mock.calls.length >= 3);
    Object.assign(db, { knex: connectDatabase(db.url, { poolMax: 5 }) });
    await vi.waitUntil(async () => (await leases()).every((left) => left > LEASE_MS - 200));
    expect(holds.map((hold) => hold.ended())).toEqual([null, null, null]);
  });

  it('a second claim of the same step in this process voids the first one', async () => {
    heartbeat = startHeartbeat(50);
    const old = heartbeat.hold(await claimed(steps[0] as string), performance.now());
    await db
      .knex('step')
      .where({ id: steps[0] })
      .update({ lease_until: db.knex.raw("now() - interval '1 ms'") });
    const second = heartbeat.hold(await claimed(steps[0] as string), performance.now());
    expect(old.ended()).toBe('lost');
    old.release();
    expect(heartbeat.count()).toBe(1);
    expect(second.ended()).toBe(null);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import type { Announcement } from '#queues/platform/periodic-job.ts';
import { announceJob, sweepAnnouncements, isSweepDue } from './announcement.commands.ts';
import { setPeriodicQueue } from './periodic-queue.ts';

const db = useTestDatabase();
const WAIT = { timeout: 60_000, interval: 5 };
let announced: Announcement[];
const listening = () =>
  setPeriodicQueue({
    announce: async (all) => void announced.push(...all),
    list: async () => [],
  });
const rows = async () => Number((await db.knex('outbox').count({ n: '*' }).first())?.['n']);
const age = () => db.knex('outbox').update({ created_at: db.knex.raw(`now() - interval '2 seconds'`) });

beforeEach(() => {
  announced = [];
  listening();
});
afterEach(async () => {
  setPeriodicQueue(null);
  await db.knex('outbox').del();
});

describe('an announcement', () => {
  it('goes to the queue after the commit, once per job of a transaction', async () => {
    await transact(async (trx) => {
      await announceJob(trx, 'mail');
      await announceJob(trx, 'mail');
      await announceJob(trx, 'push');
      expect(announced).toEqual([]);
    });
    await vi.waitUntil(() => announced.length === 2, WAIT);
    await vi.waitUntil(async () => (await rows()) === 0, WAIT);
    expect(announced.map(({ job }) => job).toSorted()).toEqual(['mail', 'push']);
  });

  it('inside a savepoint waits for the transaction around it', async () => {
    await transact(async (trx) => {
      await trx.transaction((inner) => announceJob(inner, 'mail'));
      expect(announced).toEqual([]);
    });
    await vi.waitUntil(() => announced.length === 1, WAIT);
    expect(announced).toMatchObject([{ job: 'mail' }]);
  });

  it('is not made when the transaction fails', async () => {
    const failing = transact(async (trx) => {
      await announceJob(trx, 'mail');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([announced, await rows()]).toEqual([[], 0]);
  });

  it('of a process killed between commit and dispatch is found by the sweep, and many of one job are sent as one', async () => {
    // a process without a queue commits, and never dispatches
    setPeriodicQueue(null);
    await transact((trx) => announceJob(trx, 'mail'));
    await transact((trx) => announceJob(trx, 'mail'));
    await transact((trx) => announceJob(trx, 'stripe-events', { dueAt: new Date(Date.now() + 60_000) }));
    await transact((trx) => announceJob(trx, 'prune', { isRequested: true }));
    expect(await rows()).toBe(4);
    listening();
    expect(await isSweepDue()).toBe(false);
    await age();
    expect(await isSweepDue()).toBe(true);
    expect(await sweepAnnouncements()).toBe(4);
    expect(announced.map(({ job, isRequested }) => [job, isRequested])).toEqual([
      ['mail', false],
      ['stripe-events', false],
      ['prune', true],
    ]);
    expect(announced[1]!.delayMs).toBeGreaterThan(50_000);
    expect(await rows()).toBe(0);
  });

  it('is sent once if several sweeps run at the same time', async () => {
    setPeriodicQueue(null);
    for (const job of ['mail', 'stripe-events', 'prune', 'alerts'] as const) await transact((trx) => announceJob(trx, job));
    await age();
    listening();
    // each takes the rows that the others have not locked; how they share them is random
    const counts = await Promise.all([sweepAnnouncements(), sweepAnnouncements(), sweepAnnouncements()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(4);
    expect(announced.map(({ job }) => job).toSorted()).toEqual(['alerts', 'mail', 'prune', 'stripe-events']);
    expect(await rows()).toBe(0);
  });

  it('stays while the queue is unavailable, and is sent when it is back', async () => {
    setPeriodicQueue({ announce: () => Promise.reject(new Error('away')), list: async () => [] });
    await transact((trx) => announceJob(trx, 'mail'));
    await age();
    await expect(sweepAnnouncements()).rejects.toThrow('away');
    expect(await rows()).toBe(1);
    listening();
    expect(await sweepAnnouncements()).toBe(1);
  });

  it('of a job that only a newer release knows is left to that release', async () => {
    await db.knex('outbox').insert({ job: 'of-a-newer-release', lane: 'due', due_at: new Date() });
    await age();
    expect([await sweepAnnouncements(), await rows()]).toEqual([0, 1]);
  });
});

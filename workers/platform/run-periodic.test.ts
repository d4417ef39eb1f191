import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listSchedules } from '#domain/operator/schedules/schedules.queries.ts';
import { actOnSchedule } from '#domain/operator/schedules/act-on-schedule.command.ts';
import { setPeriodicQueue } from '#domain/platform/periodic/periodic-queue.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import type { Announcement } from '#queues/platform/periodic-job.ts';
import { createPeriodicRunner } from './worker-process.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/periodic job: failed/);

const db = useTestDatabase();
const WAIT = { timeout: 60_000, interval: 5 };
const operator = { accountId: null, script: 'test', requestId: 'r-1' };
const last = { startedAt: new Date(), tookMs: 20, error: null };
let announced: Announcement[];
beforeEach(() => {
  announced = [];
  setPeriodicQueue({
    announce: async (all) => void announced.push(...all),
    list: async () => [
      { name: 'mail', runs: { every: 60_000 }, nextAt: new Date('2026-12-01T10:00:00Z'), isRequested: false, last, recent: [last] },
    ],
  });
});
afterEach(async () => {
  setPeriodicQueue(null);
  await db.knex('paused_work').del();
});

it('OPS-03 a pause applies in every process and after a restart; run now works even while it is paused; resuming makes up for missed runs', async () => {
  let runs = 0;
  const handle = createPeriodicRunner({ mail: async () => void (runs += 1) });
  expect([await handle('mail', { isRequested: false }), runs]).toEqual([true, 1]);
  expect(await listSchedules()).toMatchObject([
    { name: 'mail', does: 'Sends email', runs: { every_s: 60 }, is_paused: false, next_at: '2026-12-01T10:00:00.000Z', last_took_s: 0.02 },
  ]);

  expect(await actOnSchedule('mail', 'pause', operator)).toMatchObject([{ name: 'mail', is_paused: true, next_at: null }]);
  const restarted = createPeriodicRunner({ mail: async () => void (runs += 1) });
  expect([await handle('mail', { isRequested: false }), await restarted('mail', { isRequested: false }), runs]).toEqual([false, false, 1]);
  await actOnSchedule('mail', 'run', operator);
  await vi.waitUntil(() => announced.length === 1, WAIT);
  expect(announced).toMatchObject([{ job: 'mail', isRequested: true }]);
  expect([await restarted('mail', { isRequested: true }), runs]).toEqual([true, 2]);

  await actOnSchedule('mail', 'resume', operator);
  await vi.waitUntil(() => announced.length === 2, WAIT);
  expect(announced[1]).toMatchObject({ job: 'mail', isRequested: false });
  expect([await restarted('mail', { isRequested: false }), runs]).toEqual([true, 3]);
  expect(await db.knex('audit_entry').where({ subject: 'schedule:mail' }).orderBy('id').pluck('action')).toEqual([
    'schedule.pause',
    'schedule.run',
    'schedule.resume',
  ]);
  await expect(actOnSchedule('nothing', 'run', operator)).rejects.toMatchObject({ code: 'not_found' });
});

it('a failure fails its job in the queue', async () => {
  const handle = createPeriodicRunner({ mail: () => Promise.reject(new Error('no server')) });
  await expect(handle('mail', { isRequested: false })).rejects.toThrow('no server');
});

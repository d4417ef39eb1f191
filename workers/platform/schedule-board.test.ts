import { afterEach, expect, it, vi } from 'vitest';
import { actOnSchedule } from '#domain/operator/schedules/act-on-schedule.command.ts';
import {
  completeScheduleRequest,
  saveScheduleReports,
  claimScheduleRequest,
} from '#domain/operator/schedules/save-schedule-reports.command.ts';
import { listSchedules, readScheduleRequests } from '#domain/operator/schedules/schedules.queries.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startSchedules, type Schedules } from './schedules.ts';

const db = useTestDatabase();
const WAIT = { timeout: 20_000, interval: 10 };
const operator = { accountId: null, script: 'test', requestId: 'r-1' };
const board = { readScheduleRequests, saveScheduleReports, claimScheduleRequest, completeScheduleRequest };
const processes: Schedules[] = [];
afterEach(async () => {
  await Promise.all(processes.splice(0).map((one) => one.stop()));
  await db.knex('schedule').del();
});

/** Starts a worker's schedules, polling the board often. @returns how often each has run in it */
function givenProcess(everyMs: number, run: () => Promise<unknown> = async () => undefined) {
  const ran = { count: 0 };
  processes.push(startSchedules([{ name: 'sweep', everyMs, run: () => ((ran.count += 1), run()) }], board, 10));
  return ran;
}
const row = async () => (await listSchedules())[0];

it('OPS-03 a pause holds in every process and after a restart; run now runs it once, also while it is paused', async () => {
  const [one, other] = [givenProcess(15), givenProcess(15)];
  await vi.waitUntil(async () => one.count > 0 && other.count > 0 && (await row()) !== undefined, WAIT);
  expect(await actOnSchedule('sweep', 'pause', operator)).toMatchObject([{ name: 'sweep', is_paused: true, next_at: null }]);
  await vi.waitUntil(async () => {
    const before = one.count + other.count;
    await new Promise((resolve) => setTimeout(resolve, 60));
    return one.count + other.count === before;
  }, WAIT);
  const atPause = one.count + other.count;

  await Promise.all(processes.splice(0).map((process) => process.stop()));
  const restarted = givenProcess(15);
  await actOnSchedule('sweep', 'run', operator);
  await vi.waitUntil(async () => restarted.count > 0 && (await row())?.is_asked === false, WAIT);
  expect([one.count + other.count, restarted.count]).toEqual([atPause, 1]);

  await actOnSchedule('sweep', 'resume', operator);
  await vi.waitUntil(() => restarted.count > 3, WAIT);
  expect(await db.knex('audit_entry').where({ subject: 'schedule:sweep' }).orderBy('id').pluck('action')).toEqual([
    'schedule.pause',
    'schedule.run',
    'schedule.resume',
  ]);
  await expect(actOnSchedule('nothing', 'run', operator)).rejects.toMatchObject({ code: 'not_found' });
});

it('shows its last run, the result and the next run; a request claimed by a crashed process is left to the others', async () => {
  const [one, other] = [givenProcess(3_600_000, () => Promise.reject(new Error('no money'))), givenProcess(3_600_000)];
  await vi.waitUntil(async () => (await row()) !== undefined, WAIT);
  const first = await row();
  expect(first).toMatchObject({ every_s: 3600, last_started_at: null, is_asked: false });
  // hourly schedules run within a minute of a start
  expect(Date.parse(first!.next_at!) - Date.now()).toBeLessThan(80_000);

  await db.knex('schedule').update({ asked_at: new Date(), taken_at: new Date(Date.now() - 11 * 60_000) });
  await vi.waitUntil(async () => one.count + other.count === 1 && (await row())?.is_asked === false, WAIT);
  const after = await row();
  expect(after?.last_error).toBe(one.count === 1 ? 'no money' : null);
  expect(Date.now() - Date.parse(after!.last_started_at!)).toBeLessThan(20_000);

  // an older note of another process does not replace the newest run
  const startedAt = new Date(Date.now() - 60_000);
  await saveScheduleReports([{ name: 'sweep', everyMs: 1, nextAt: null, last: { startedAt, tookMs: 1, error: 'old' } }]);
  expect((await row())?.last_started_at).toBe(after?.last_started_at);
});

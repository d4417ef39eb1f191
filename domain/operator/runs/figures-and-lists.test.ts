import { beforeAll, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { startEngine } from '#domain/kinds.ts';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { readSeries } from '#domain/operator/series/series.queries.ts';
import { startOfRange } from '#contract/operator/series.contract.ts';
import { readOverview } from '#domain/operator/overview/overview.queries.ts';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { searchRuns } from './search-runs.queries.ts';

const db = useTestDatabase();
beforeAll(() => startEngine());

const HOUR_S = 3600;
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const step = (runId: string, row: object, job = 'write-lesson') =>
  db.knex('step').insert({ id: uuidv7(), run_id: runId, job, key: uuidv7(), ...row });
const call = (runId: string | null, row: object) =>
  db.knex('vendor_call').insert({ id: uuidv7(), run_id: runId, model: 'm', purpose: 'lesson', outcome: 'ok', cost_micro_usd: 100, ...row });
const failed = (code: string | null, seconds: number) => ({ state: 'failed', error_code: code, finished_at: ago(seconds) });
const find = async (filter: RunFilter) => {
  const { runs, total, parts } = await searchRuns({ filter, sort: 'created_at', order: 'desc', page: 0, size: 100 });
  expect(total).toBe(runs.length);
  return { total, ...parts };
};

it('OPS-03: a figure of the console equals the count of the list it links to, for any kind, queue, service, error and time', async () => {
  const [one, other, batch] = [await insertRun(db.knex), await insertRun(db.knex), await insertRun(db.knex, { lane: 'batch' })];
  await insertRun(db.knex, { status: 'queued' });
  await insertRun(db.knex, { is_parked: true });
  await Promise.all([
    step(one, { state: 'running', lease_until: new Date() }),
    step(one, { state: 'queued', due_at: ago(30) }),
    step(one, { state: 'queued', due_at: ago(30) }),
    step(other, { state: 'queued', due_at: ago(-600) }),
    step(batch, { state: 'queued', due_at: ago(5) }),
    step(one, failed('vendors.all_down', 90)),
    step(one, failed('vendors.all_down', 5 * HOUR_S)),
    step(other, failed(null, 2 * HOUR_S)),
    // of another kind of work, lane or day
    step(other, failed('vendors.all_down', 3 * HOUR_S), 'draw-picture'),
    step(batch, failed('vendors.all_down', 100)),
    step(one, failed('vendors.all_down', 30 * HOUR_S)),
    ...[20, 70, 2000, 5000].map((seconds) => step(other, { state: 'completed', finished_at: ago(seconds) })),
  ]);
  await Promise.all([
    call(one, { service: 'claude', started_at: ago(60) }),
    call(one, { service: 'claude', started_at: ago(70), purpose: 'review' }),
    call(other, { service: 'claude', started_at: ago(80) }),
    call(other, { service: 'grok', started_at: ago(90) }),
    call(other, { service: 'grok', started_at: ago(3 * HOUR_S), outcome: 'timed_out' }),
    call(other, { service: 'claude', started_at: ago(2 * HOUR_S) }),
    call(null, { service: 'claude', started_at: ago(50), purpose: 'mentor' }),
  ]);

  const overview = await readOverview();
  const until = overview.at;
  const [hour, day] = [startOfRange('1h', until), startOfRange('24h', until)];
  for (const { work, lane, ...row } of overview.queues.filter((one) => ['generate', 'draw'].includes(one.work))) {
    const queue = { work, lane };
    expect(await find({ step: 'active', ...queue }), work).toMatchObject({ steps: row.active });
    expect(await find({ step: 'waiting', ...queue }), work).toMatchObject({ steps: row.waiting });
    expect(await find({ step: 'delayed', ...queue }), work).toMatchObject({ steps: row.delayed });
    expect(await find({ step: 'failed', ...queue, since: day, until }), work).toMatchObject({ steps: row.failed });
    const ended = row.ended.reduce((sum, count) => sum + count, 0);
    expect(await find({ step: 'ended', ...queue, since: hour, until }), work).toMatchObject({ steps: ended });
  }
  for (const { kind, lane, queued, running, parked } of overview.kinds.filter((one) => ['course', 'lesson'].includes(one.kind))) {
    expect(await find({ kind, lane, status: 'queued' })).toMatchObject({ total: queued, steps: null, calls: null });
    expect(await find({ kind, lane, status: 'running', parked: 'no' })).toMatchObject({ total: running });
    expect(await find({ kind, lane, status: 'running', parked: 'yes' })).toMatchObject({ total: parked });
  }
  for (const { lane, depth } of overview.lanes) expect(await find({ lane, status: 'queued' })).toMatchObject({ total: depth });
  for (const { service, calls, cost_micro_usd: cost } of overview.services)
    expect((await find({ service, since: hour, until })).calls).toMatchObject({ count: calls, micro_usd: cost });

  const series = await readSeries('24h');
  const time = { since: series.since, until: series.until };
  expect(series.failures).toHaveLength(2);
  for (const { code, count } of series.failures)
    expect(await find({ step: 'failed', step_error: code, ...time })).toMatchObject({ steps: count });
  for (const { service, purpose, calls, micro_usd: cost } of series.purposes)
    expect((await find({ service: service as 'claude', purpose, ...time })).calls).toMatchObject({ count: calls, micro_usd: cost });
  for (const { outcome, total } of series.attempts) expect((await find({ outcome, ...time })).calls).toMatchObject({ count: total });
  expect((await find({ outcome: 'failed', ...time })).calls).toMatchObject({ count: 1 });

  // sums of zero would prove nothing
  expect(await find({ step: 'failed', work: 'generate', lane: 'interactive', since: day, until })).toEqual({
    total: 2,
    steps: 3,
    calls: null,
  });
  expect(await find({ service: 'claude', since: hour, until })).toEqual({
    total: 2,
    steps: null,
    calls: { count: 4, micro_usd: 400, of_no_run: 1 },
  });
  // with a filter on runs, only calls of those runs
  expect((await find({ service: 'claude', lane: 'interactive', since: hour, until })).calls).toMatchObject({
    count: 3,
    of_no_run: 0,
  });
});

import knexFactory from 'knex';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHOSEN_RANGES, FAILED_OUTCOMES, RANGES, startOfRange, type ChosenRange } from '#contract/operator/series.contract.ts';
import { readOverview } from '#domain/operator/overview/overview.queries.ts';
import { searchRuns } from '#domain/operator/runs/search-runs.queries.ts';
import { pauseWork } from '#domain/operator/control/pause-work.command.ts';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { addUpDeltas, recordDeploy } from './rollup.commands.ts';
import { JOB_WORKS } from './rollup.queries.ts';
import { readSeries } from './series.queries.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

const db = useTestDatabase();
const JOBS_SEEDED = ['write-lesson', 'review-lesson', 'draw-picture', 'hear-speech'];
const STEPS = 1_500;
/** Width of a histogram's place. */
const PLACE = 1.05;

/** A day of work in two lanes: done, failed, tried again, cut off; a batch, a pause and a deployment. */
beforeAll(async () => {
  const runs = [await insertRun(db.knex), await insertRun(db.knex, { lane: 'batch' }), await insertRun(db.knex, { lane: 'batch' })];
  await db.knex.raw('select setseed(0.5)');
  await db.knex.raw(
    `insert into step (id, run_id, job, key, state, created_at)
     select gen_random_uuid(), (:runs::uuid[])[1 + n % 3], (:jobs::text[])[1 + n % 4], 'step-' || n, 'queued', now() - random() ^ 3 * interval '26 hours'
       from generate_series(1, :steps) n`,
    { runs, jobs: JOBS_SEEDED, steps: STEPS },
  );
  // started and ended one after another, as by workers
  await db.knex.raw(
    `update step set state = 'running', lease_until = now(), started_at = created_at + random() ^ 4 * interval '20 minutes'`,
  );
  await db.knex.raw(
    `update step set state = case when random() < 0.1 then 'failed' else 'completed' end, finished_at = started_at + random() ^ 2 * interval '9 minutes'`,
  );
  await db.knex.raw(
    `update step set error_code = (array['vendors.all_down', 'run.timed_out', null])[1 + floor(random() * 3)::int] where state = 'failed'`,
  );
  await db.knex.raw(`update step set finished_at = now() where finished_at > now()`);
  // some are tried again: a few end well, others are dropped
  await db.knex.raw(
    `update step set state = 'cancelled', started_at = null, finished_at = null, error_code = null where state = 'failed' and random() < 0.4`,
  );
  await db.knex.raw(
    `update step set state = 'completed', started_at = now() - interval '70 seconds', finished_at = now() - interval '65 seconds' where state = 'cancelled' and random() < 0.5`,
  );
  await db.knex.raw(
    `insert into vendor_call (id, run_id, service, model, purpose, outcome, started_at, ms, input_tokens, output_tokens, cost_micro_usd, price_share)
     select gen_random_uuid(), case when n % 9 > 0 then (:runs::uuid[])[1 + n % 3] end, (array['claude','openai','gemini','grok'])[1 + floor(random() * 4)::int],
            'm', (array['lesson','review','picture'])[1 + floor(random() * 3)::int],
            (array['ok','ok','ok','ok','aborted','timed_out','rate_limited','broken','refused','unavailable'])[1 + floor(random() * 10)::int],
            now() - random() ^ 3 * interval '26 hours', 30 + floor(random() ^ 3 * 60000)::int, 900, 400, floor(random() * 90000)::int,
            case when n % 3 = 2 then 0.5 else 1 end
       from generate_series(1, 900) n`,
    { runs },
  );
  // believed lost with their worker, which was only slow
  await db.knex.raw(`update vendor_call set outcome = 'ok', ms = 900, cost_micro_usd = 777 where outcome = 'aborted' and random() < 0.5`);
  await db
    .knex('operator_alert')
    .insert({ id: db.knex.raw('gen_random_uuid()'), rule: 'StepsFail', subject: 'generate-batch', value: 60, opened_at: new Date() });
  const operator = { accountId: null, script: 'test', requestId: 'r' };
  await pauseWork({ scope: 'queue', name: 'film-batch', paused: true }, operator);
  await pauseWork({ scope: 'queue', name: 'film-batch', paused: false }, operator);
  await pauseWork({ scope: 'kind', name: 'video', paused: true }, operator);
  for (const name of ['2.30', '2.31', '2.31']) await recordDeploy(name);
});

/** The same figures of a range, computed from the rows. */
async function countRows(since: string) {
  const ended = sql`state in ('completed','failed') and finished_at >= ${since}::timestamptz`;
  const wait = sql`greatest(0, extract(epoch from coalesce(step.started_at, step.finished_at) - step.created_at))`;
  const [queues, failures, attempts, purposes, latencies] = await Promise.all([
    rowsOf<{ work: string; lane: string; ended: number; failed: number; p50: number; p95: number }>(
      db.knex,
      sql`select job.work, run.lane, count(*)::int as ended, count(*) filter (where state = 'failed')::int as failed,
              percentile_disc(0.5) within group (order by ${wait})::float8 as p50, percentile_disc(0.95) within group (order by ${wait})::float8 as p95
            from step join run on run.id = step.run_id join ${JOB_WORKS} on job.name = step.job
           where step.state in ('completed','failed') and step.finished_at >= ${since}::timestamptz group by 1, 2 order by 1, 2`,
    ),
    rowsOf<{ code: string; count: number }>(
      db.knex,
      sql`select coalesce(error_code, 'unknown') as code, count(*)::int as count from step where ${ended} and state = 'failed' group by 1 order by 2 desc, 1`,
    ),
    rowsOf<{ outcome: string; total: number }>(
      db.knex,
      sql`select outcome, count(*)::int as total from vendor_call where started_at >= ${since}::timestamptz and outcome = any(${FAILED_OUTCOMES}::text[]) group by 1`,
    ),
    rowsOf<{ service: string; purpose: string; calls: number; micro_usd: number; tokens: number }>(
      db.knex,
      sql`select service, purpose, count(*)::int as calls, sum(cost_micro_usd)::float8 as micro_usd, sum(input_tokens + output_tokens)::float8 as tokens
            from vendor_call where started_at >= ${since}::timestamptz group by 1, 2 order by micro_usd desc, 1, 2`,
    ),
    rowsOf<{ service: string; p50: number; p95: number }>(
      db.knex,
      sql`select service, percentile_disc(0.5) within group (order by ms / 1000.0)::float8 as p50, percentile_disc(0.95) within group (order by ms / 1000.0)::float8 as p95
            from vendor_call where started_at >= ${since}::timestamptz and outcome = 'ok' and price_share = 1 group by 1`,
    ),
  ]);
  return { queues, failures, attempts, purposes, latencies };
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const isWithinPlace = (read: number, exact: number) => (exact <= 0.001 ? read === 0 : read / exact < PLACE && exact / read < PLACE);

/** Compares series, overview, services and lists with the rows. */
async function expectTruth(range: ChosenRange): Promise<void> {
  const series = await readSeries(range);
  const rows = await countRows(series.since);
  expect(rows.queues.length).toBeGreaterThan(0);
  expect(
    series.queues
      .map(({ work, lane, ended_total: ended, failed_total: failed }) => ({ work, lane, ended, failed }))
      .toSorted((one, other) => (`${one.work} ${one.lane}` < `${other.work} ${other.lane}` ? -1 : 1)),
  ).toEqual(rows.queues.map(({ work, lane, ended, failed }) => ({ work, lane, ended, failed })));
  expect(series.failures).toEqual(rows.failures);
  expect(series.attempts.filter(({ total }) => total > 0).map(({ outcome, total }) => ({ outcome, total }))).toEqual(
    FAILED_OUTCOMES.flatMap((outcome) => rows.attempts.filter((row) => row.outcome === outcome)),
  );
  expect(series.purposes).toEqual(rows.purposes);
  for (const { service, micro_usd_total: cost, calls_total: calls } of series.services) {
    const theirs = rows.purposes.filter((row) => row.service === service);
    expect({ cost, calls }, service).toEqual({ cost: sum(theirs.map((row) => row.micro_usd)), calls: sum(theirs.map((row) => row.calls)) });
  }
  // a total is the sum of its bars
  for (const row of series.queues) expect([sum(row.ended), sum(row.failed)]).toEqual([row.ended_total, row.failed_total]);
  for (const row of series.services) expect([sum(row.micro_usd), sum(row.calls)]).toEqual([row.micro_usd_total, row.calls_total]);
  for (const row of series.attempts) expect(sum(row.calls)).toBe(row.total);
  for (const { work, lane, p50, p95 } of rows.queues) {
    const { wait } = series.queues.find((row) => row.work === work && row.lane === lane)!;
    expect(
      isWithinPlace(wait!.p50, p50) && isWithinPlace(wait!.p95, p95),
      `${work} ${lane}: ${wait!.p50} ${p50}, ${wait!.p95} ${p95}`,
    ).toBe(true);
  }
  for (const { lane, total } of series.waits) {
    const [exact] = await rowsOf<{ p50: number | null; p95: number | null }>(
      db.knex,
      sql`select percentile_disc(0.5) within group (order by wait.s)::float8 as p50, percentile_disc(0.95) within group (order by wait.s)::float8 as p95
            from step join run on run.id = step.run_id join ${JOB_WORKS} on job.name = step.job
            cross join lateral (select greatest(0, extract(epoch from coalesce(step.started_at, step.finished_at) - step.created_at)) as s) wait
           where step.state in ('completed','failed') and run.lane = ${lane} and step.finished_at >= ${series.since}::timestamptz`,
    );
    if (total === null) expect(exact!.p50, lane).toBeNull();
    else expect(isWithinPlace(total.p50, exact!.p50!) && isWithinPlace(total.p95, exact!.p95!), lane).toBe(true);
  }
  const search = (filter: Parameters<typeof searchRuns>[0]['filter']) =>
    searchRuns({ filter: { ...filter, since: series.since }, sort: 'created_at', order: 'desc', page: 0, size: 25 });
  expect((await search({ step: 'ended' })).parts.steps).toBe(sum(rows.queues.map(({ ended }) => ended)));
  expect((await search({ outcome: 'failed' })).parts.calls!.count).toBe(sum(rows.attempts.map(({ total }) => total)));
  expect((await search({ service: 'claude' })).parts.calls).toMatchObject({
    micro_usd: series.services.find(({ service }) => service === 'claude')!.micro_usd_total,
  });

  if (range === '24h') {
    const { queues, at } = await readOverview();
    for (const { work, lane, failed } of (await countRows(startOfRange(range, at))).queues)
      expect(queues.find((row) => row.work === work && row.lane === lane)).toMatchObject({ failed });
  }
  if (range === '1h') {
    const { queues, services, at } = await readOverview();
    const now = await countRows(startOfRange(range, at));
    for (const { work, lane, ended } of now.queues)
      expect(sum(queues.find((row) => row.work === work && row.lane === lane)!.ended), work).toBe(ended);
    for (const row of services) {
      const [theirs] = await rowsOf<object>(
        db.knex,
        sql`select count(*) filter (where outcome = 'rate_limited')::int as rate_limited,
                   count(*) filter (where outcome = any(${FAILED_OUTCOMES}::text[]))::int as failed,
                   coalesce(sum(input_tokens), 0)::int as tokens_in, coalesce(sum(output_tokens), 0)::int as tokens_out
              from vendor_call where service = ${row.service} and started_at >= ${startOfRange(range, at)}::timestamptz`,
      );
      expect(row, row.service).toMatchObject(theirs!);
    }
    for (const { service, p50, p95 } of now.latencies) {
      const { latency, calls, cost_micro_usd: cost } = services.find((row) => row.service === service)!;
      expect(isWithinPlace(latency!.p50, p50) && isWithinPlace(latency!.p95, p95), service).toBe(true);
      const theirs = now.purposes.filter((row) => row.service === service);
      expect([calls, cost]).toEqual([sum(theirs.map((row) => row.calls)), sum(theirs.map((row) => row.micro_usd))]);
    }
  }
}

describe('figures, charts, services and lists', () => {
  it('equal the rows, before the deltas are added up', async () => {
    for (const range of CHOSEN_RANGES) await expectTruth(range);
  });

  it('equal them even if a process is killed between the work and its rollup, and during the rollup', async () => {
    // the work is done and stored: its worker does nothing more
    await db.knex.raw(
      `update step set state = 'failed', finished_at = now(), error_code = 'internal' where id in (select id from step where state = 'completed' limit 7)`,
    );
    await expectTruth('1h');
    // the steps are added up, not the calls: the connection dies in between
    const blocker = knexFactory({ client: 'pg', connection: db.url, pool: { min: 0, max: 1 } });
    const locked = await blocker.transaction();
    await locked.raw('lock table call_rollup in access exclusive mode');
    const adding = addUpDeltas().then(
      () => 'ended',
      () => 'killed',
    );
    const waiting = async () =>
      (await locked.raw(`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).rows as {
        pid: number;
      }[];
    await expect.poll(waiting).not.toEqual([]);
    const [first] = await waiting();
    await locked.raw('select pg_terminate_backend(?)', [first!.pid]);
    expect(await adding).toBe('killed');
    await locked.rollback();
    await blocker.destroy();
    for (const range of CHOSEN_RANGES) await expectTruth(range);
  });

  it('equal them when they are added up, once, by whichever process, and when rows change afterwards', async () => {
    await Promise.all([addUpDeltas(), addUpDeltas()]);
    expect(await db.knex('step_delta').count({ n: '*' }).first()).toEqual({ n: 0 });
    for (const range of CHOSEN_RANGES) await expectTruth(range);
    await db.knex.raw(
      `update step set state = 'cancelled', finished_at = null, error_code = null where state = 'failed' and error_code = 'internal'`,
    );
    await db.knex.raw(`update vendor_call set cost_micro_usd = cost_micro_usd + 5 where outcome = 'ok'`);
    for (const range of CHOSEN_RANGES) await expectTruth(range);
    await addUpDeltas();
    for (const range of CHOSEN_RANGES) await expectTruth(range);
  });

  it('write no delta if nothing that counts has changed', async () => {
    await db.knex('step').update({ output: '{}' });
    await db.knex('vendor_call').update({ discarded: true });
    expect([await db.knex('step_delta').pluck('id'), await db.knex('call_delta').pluck('id')]).toEqual([[], []]);
  });

  it('appear beside deploys, pauses, alerts and batches', async () => {
    const { marks, bars } = await readSeries('24h');
    expect(bars).toHaveLength(RANGES['24h'].bars);
    expect(marks.map(({ kind, name, is_over: isOver }) => [kind, name, isOver])).toEqual(
      expect.arrayContaining([
        ['deploy', '2.30', true],
        ['deploy', '2.31', true],
        ['pause', 'queue:film-batch', true],
        ['pause', 'kind:video', false],
        ['alert', 'StepsFail', false],
      ]),
    );
    expect(marks).toHaveLength(5);
  });

  it('show how long learners waited in the hour before a deploy and in the hour after it, added up or not', async () => {
    const at = new Date(Math.floor((Date.now() - 5 * 3_600_000) / 60_000) * 60_000 + 20_000);
    await db.knex('deploy').insert({ name: '2.29', at });
    const exactly = async (from: number, until: number) => {
      const [row] = await rowsOf<{ ended: number; p95: number }>(
        db.knex,
        sql`select count(*)::int as ended,
                   percentile_disc(0.95) within group (order by greatest(0, extract(epoch from coalesce(step.started_at, step.finished_at) - step.created_at)))::float8 as p95
              from step join run on run.id = step.run_id
             where step.state in ('completed','failed') and run.lane = 'interactive'
               and step.finished_at >= ${new Date(from)}::timestamptz and step.finished_at < ${new Date(until)}::timestamptz`,
      );
      return row!;
    };
    const minute = at.getTime() - 20_000;
    const [before, after] = [await exactly(minute - 3_600_000, minute), await exactly(minute, minute + 3_600_000)];
    const { deploys } = await readSeries('1h');
    expect(deploys.map(({ name }) => name)).toEqual(['2.31', '2.30', '2.29']);
    const found = deploys.at(-1)!;
    expect([found.before.ended, found.after.ended]).toEqual([before.ended, after.ended]);
    expect(before.ended).toBeGreaterThan(0);
    expect(isWithinPlace(found.before.wait!.p95, before.p95) && isWithinPlace(found.after.wait!.p95, after.p95)).toBe(true);
  });
});

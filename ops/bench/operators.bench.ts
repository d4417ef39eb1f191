import type { Knex } from 'knex';
import { RUN_SORTS, type RunFilter } from '#contract/operator/runs-console.contract.ts';
import { CHOSEN_RANGES } from '#contract/operator/series.contract.ts';
import { readOverview } from '#domain/operator/overview/overview.queries.ts';
import { addUpDeltas } from '#domain/operator/series/rollup.commands.ts';
import { readSeries } from '#domain/operator/series/series.queries.ts';
import { searchRuns } from '#domain/operator/runs/search-runs.queries.ts';
import { onBenchStore } from './bench-store.ts';
import { line, median } from './figures.ts';

const RUNS = 1_000_000;
/** Number of days over which the runs are spread. */
const DAYS = 30;
const PEOPLE = 2_000;
const CALLS_A_RUN = 3;
const STEPS_A_RUN = 3;
/** Number of runs in one batch. */
const IN_BATCH = 1_000;
const SIZE = 50;
const DAY_S = 86_400;
const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const REPETITIONS = 7;
/** Maximum times: of the searches, newest first; of the overview; of a series. */
const BOUNDS_MS = { search: 150, overview: 250, series: 150 } as const;
/** Maximum time of any order and page of any search: those by calls and steps read all of the 10,000 runs that they count. */
const SLOWEST_MS = 5_000;
/** Number of reads of the overview and of each series. */
const READS = 20;
/** Number of steps that end one after another, to measure the cost of their rollups. */
const ENDED = 2_000;
const LAG_MS = 2_000;
/** The console's fastest polling interval. */
const REFRESH_MS = 1_000;

/**
 * Measures the operators' queries over a million runs of 30 days and 2,000 people, with three steps and three calls each: the overview,
 * every range of the series, and every filter in every order, its first and last page, on an otherwise idle machine, and while fifty runs
 * per second arrive; and the cost of adding up a step.
 */
export const bench = (): Promise<void> =>
  onBenchStore(8, async ({ knex }) => {
    await knex.raw(
      `insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
       select gen_random_uuid(), 'person-' || n || '@' || (array['example.com','apiary.example'])[1 + n % 2], 'Ada', 'Okafor', '1', now() from generate_series(1, ${PEOPLE}) n`,
    );
    await knex.transaction(async (trx) => {
      // millions of rows one by one: the rows of their triggers are written below in one statement
      await trx.raw('set local statement_timeout = 0; set local session_replication_role = replica');
      const indexes = await withoutIndexes(trx, ['run', 'step', 'vendor_call']);
      await trx.raw(
        `with person as (select array_agg(id) as ids from account)
         insert into run (id, account_id, kind, lane, request, request_id, status, subject, error_code, error_detail, created_at, started_at, finished_at)
         select gen_random_uuid(), ids[1 + n % ${PEOPLE}], (array['course','lesson','recommendations'])[1 + n % 3], (array['interactive','batch'])[1 + n % 2], '{}', 'bench',
                case when n % 20 = 0 then 'failed' when n % 33 = 0 then 'cancelled' else 'completed' end, 'Topic ' || md5(n::text),
                case when n % 20 = 0 then 'vendors.all_down' end, case when n % 20 = 0 then 'Nobody answered number ' || n end,
                at, at + interval '1 second' * (n % 40), at + interval '1 second' * (n % 40 + 5 + n % 300)
           from generate_series(1, ${RUNS}) n, person, lateral (select now() - interval '6 minutes' - n * interval '${(DAYS * DAY_S) / RUNS} seconds' as at) spread`,
      );
      await trx.raw(
        `insert into vendor_call (id, run_id, service, model, purpose, outcome, started_at, ms, input_tokens, output_tokens, cost_micro_usd)
       select gen_random_uuid(), run.id, (array['claude','gemini','openai','grok'])[1 + (c + hashtext(run.id::text) % 4 + 4) % 4], 'm',
              case when c = 1 and hashtext(run.id::text) % 1000 = 0 then 'speech' else 'lesson' end, 'ok', run.created_at, 900, 900, 400, 500 + c
         from run, generate_series(1, ${CALLS_A_RUN}) c`,
      );
      await trx.raw(
        `insert into step (id, run_id, job, key, state, error_code, created_at, started_at, finished_at)
         select gen_random_uuid(), run.id, (array['write-lesson','review-lesson','hear-speech'])[s], 'step:' || s,
                case when s < ${STEPS_A_RUN} then 'completed' else run.status end,
                case when s = ${STEPS_A_RUN} then run.error_code end, run.created_at, run.started_at, run.finished_at
           from run, generate_series(1, ${STEPS_A_RUN}) s`,
      );
      await trx.raw(WHAT_TRIGGERS_WRITE);
      for (const definition of indexes) await trx.raw(definition);
    });
    const { id: batchId } = (await knex('run').first('id'))!;
    await knex.raw(
      `update run set parent_id = :batchId where id in (select id from run where lane = 'batch' and id <> :batchId limit ${IN_BATCH})`,
      { batchId },
    );
    const adding = performance.now();
    const deltas = await addUpDeltas();
    line('adding up', `${deltas} deltas, ${(((performance.now() - adding) * 1000) / deltas).toFixed(0)} µs each`);
    // as autovacuum has done in an installation older than a minute: millions of deltas were just deleted
    await knex.raw('vacuum analyze');
    const { id: accountId } = (await knex('account').first('id'))!;
    const { id: runId } = (await knex('run').first('id'))!;
    const now = Date.now();
    const asked: readonly (readonly [string, RunFilter])[] = [
      ['all', {}],
      ['by part of an address', { person: 'person-77' }],
      ['by an address half of the people have', { person: 'apiary.example' }],
      ['by owner', { person: accountId }],
      ['by id', { q: runId }],
      ['by text', { q: 'c4ca42' }],
      ['by two letters', { q: 'ab' }],
      ['by text of an error', { q: 'answered number 9990' }],
      ['by error', { error_code: 'vendors.all_down' }],
      ['by lane', { lane: 'batch' }],
      ['by kind and status', { kind: 'lesson', status: 'failed' }],
      ['by course that has none', { course_id: runId }],
      ['by batch', { batch_id: batchId }],
      ['by time', { from: new Date(now - 10 * DAY_MS).toISOString(), before: new Date(now - 9 * DAY_MS).toISOString() }],
      ['by service', { service: 'grok' }],
      ['by cost', { cost_from: 1_000 }],
      ['by calls of an hour', { since: new Date(now - 2 * HOUR_MS).toISOString(), until: new Date(now - HOUR_MS).toISOString() }],
      ['by calls of a service since yesterday', { service: 'grok', since: new Date(now - DAY_MS).toISOString() }],
      ['by purpose of a call', { purpose: 'lesson' }],
      ['by purpose of a rare call', { purpose: 'speech' }],
      ['by failed steps', { step: 'failed' }],
      ['by steps that wait', { step: 'waiting' }],
      ['by kind of work', { work: 'hear' }],
      ['by kind of work, ended within the hour', { work: 'hear', step: 'ended', since: new Date(now - HOUR_MS).toISOString() }],
      ['by error of a step', { step: 'failed', step_error: 'vendors.all_down' }],
    ];
    bounded('overview', await timesOf(() => readOverview()), BOUNDS_MS.overview);
    for (const range of CHOSEN_RANGES) bounded(`series of ${range}`, await timesOf(() => readSeries(range)), BOUNDS_MS.series);
    let worst = 0;
    const first: number[] = [];
    const arrivals = arrive(knex);
    for (const [name, filter] of asked) {
      const all: { ms: number; what: string }[] = [];
      let total = 0;
      for (const sort of RUN_SORTS)
        for (const order of ['desc', 'asc'] as const)
          for (const isLast of [false, true]) {
            const page = isLast ? Math.max(0, Math.ceil(total / SIZE) - 1) : 0;
            const times: number[] = [];
            for (let repetition = 0; repetition < (sort === 'created_at' && order === 'desc' && !isLast ? 5 : 1); repetition += 1) {
              const from = performance.now();
              ({ total } = await searchRuns({ filter, sort, order, page, size: SIZE }));
              times.push(performance.now() - from);
            }
            if (times.length > 1) first.push(...times);
            all.push({ ms: median(times), what: `${sort} ${order}, ${isLast ? 'last' : 'first'} page` });
          }
      const slowest = all.reduce((one, other) => (other.ms > one.ms ? other : one));
      worst = Math.max(worst, slowest.ms);
      line(
        name,
        `${median(all.map(({ ms }) => ms)).toFixed(0)} ms median, ${slowest.ms.toFixed(0)} ms at most (${slowest.what}), ${total} match`,
      );
    }
    bounded('search, newest first', first, BOUNDS_MS.search);
    const lags = await overviewLags(knex);
    line('overview with runs arriving', `${median(lags.asked).toFixed(0)} ms median, ${Math.max(...lags.asked).toFixed(0)} ms at most`);
    line(
      'a run in the overview after it was written',
      `${Math.max(...lags.seen).toFixed(0)} ms at most, bound ${LAG_MS} ms: ${Math.max(...lags.seen) <= LAG_MS ? 'kept' : 'BROKEN'}`,
    );
    const { arrived, seconds } = await arrivals.stop();
    line('arrived meanwhile', `${arrived} runs, ${(arrived / seconds).toFixed(1)} a second`);
    line('figures against a count in SQL', await compareFigures(knex));
    if (worst > SLOWEST_MS) process.exitCode = 1;
    line('slowest search', `${worst.toFixed(0)} ms, bound ${SLOWEST_MS} ms: ${worst <= SLOWEST_MS ? 'kept' : 'BROKEN'}`);
    await writingCost(knex);
  });

/**
 * Drops the indexes that no constraint needs: filling them row by row would take longer than all the rest.
 * @returns a function that creates them again
 */
async function withoutIndexes(trx: Knex.Transaction, tables: readonly string[]): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { indexname: string; indexdef: string }[] }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any(?)
        and indexname not in (select conname from pg_constraint)`,
    [[...tables]],
  );
  for (const { indexname } of rows) await trx.raw('drop index ??', [indexname]);
  return rows.map(({ indexdef }) => indexdef);
}

/** The rows that triggers of steps and calls append: one per minute and figure instead of one per step. */
const WHAT_TRIGGERS_WRITE = `
  insert into step_delta (at, job, lane, error_code, wait_place, run_place, count)
  select date_trunc('minute', step.finished_at), step.job, run.lane, case when step.state = 'failed' then coalesce(step.error_code, 'unknown') end,
         histogram_place(extract(epoch from step.started_at - step.created_at)), histogram_place(extract(epoch from step.finished_at - step.started_at)), count(*)
    from step join run on run.id = step.run_id where step.state in ('completed','failed') group by 1, 2, 3, 4, 5, 6;
  insert into call_delta (at, service, purpose, outcome, place, calls, micro_usd, input_tokens, output_tokens)
  select date_trunc('minute', started_at), service, purpose, outcome, histogram_place(ms / 1000.0), count(*), sum(cost_micro_usd), sum(input_tokens), sum(output_tokens)
    from vendor_call group by 1, 2, 3, 4, 5;
  insert into run_cost (run_id, micro_usd, calls, services)
  select run_id, sum(cost_micro_usd), count(*), array_agg(distinct service order by service) from vendor_call group by 1`;

async function timesOf(read: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let reading = 0; reading < READS; reading += 1) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  return times;
}

function bounded(what: string, times: readonly number[], boundMs: number): void {
  const p95 = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1]!;
  if (p95 > boundMs) process.exitCode = 1;
  line(
    what,
    `${median([...times]).toFixed(0)} ms median, ${p95.toFixed(0)} ms p95, bound ${boundMs} ms: ${p95 <= boundMs ? 'kept' : 'BROKEN'}`,
  );
}

/** Ends steps one by one, alternately with and without the triggers that append deltas. */
async function writingCost(knex: Knex): Promise<void> {
  await writeRuns(knex, ENDED);
  const ids: string[] = await knex('step').where({ state: 'queued' }).orderBy('created_at', 'desc').limit(ENDED).pluck('id');
  const spent = { enable: [] as number[], disable: [] as number[] };
  for (const [index, id] of ids.entries()) {
    const mode = Math.floor(index / 100) % 2 === 0 ? 'enable' : 'disable';
    if (index % 100 === 0) await knex.raw(`alter table step ${mode} trigger step_change_added_up`);
    const from = performance.now();
    await knex('step').where({ id }).update({ state: 'completed', finished_at: knex.fn.now() });
    spent[mode].push(performance.now() - from);
  }
  await knex.raw('alter table step enable trigger step_change_added_up');
  const [with_, without] = [median(spent.enable), median(spent.disable)];
  line('ending a step', `${with_.toFixed(3)} ms with its rollups, ${without.toFixed(3)} ms without (medians of ${ENDED / 2})`);
}

const ARRIVE_A_SECOND = 50;
const TICK_MS = 100;

/** Writes runs with a step each, fifty per second, until stopped. */
function arrive(knex: Knex): { stop(): Promise<{ arrived: number; seconds: number }> } {
  const from = performance.now();
  let arrived = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - from) / 1000) * ARRIVE_A_SECOND) - arrived;
    arrived += due;
    writing = writing.then(() => writeRuns(knex, due));
  }, TICK_MS);
  return {
    async stop() {
      clearInterval(timer);
      await writing;
      return { arrived, seconds: (performance.now() - from) / 1000 };
    },
  };
}

const writeRuns = (knex: Knex, count: number) =>
  knex.raw(
    `with person as (select array_agg(id) as ids from (select id from account limit 100) chosen),
          fresh as (insert into run (id, account_id, kind, lane, request, request_id, status, subject, started_at)
            select gen_random_uuid(), ids[1 + n % 100], 'course', (array['interactive','batch'])[1 + n % 2], '{}', 'bench', 'running', 'Arriving ' || md5(random()::text), now()
              from generate_series(1, :count) n, person returning id)
     insert into step (id, run_id, job, key, state) select gen_random_uuid(), id, 'write-lesson', 'lesson:1', 'queued' from fresh`,
    { count },
  );

/** Returns the number of waiting steps, from the console and from the rows. */
const waitingIn = async (): Promise<number> => (await readOverview()).queues.reduce((sum, { waiting }) => sum + waiting, 0);

/** Measures how long the overview takes, and when it shows a run that was just written, in ms. */
async function overviewLags(knex: Knex): Promise<{ asked: number[]; seen: number[] }> {
  const [asked, seen]: [number[], number[]] = [[], []];
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const { rows } = await knex.raw(`select count(*)::int as waiting from step where state = 'queued' and due_at <= now()`);
    await writeRuns(knex, 1);
    const from = performance.now();
    // the console polls again after a second
    while ((await waitingIn()) <= rows[0].waiting) continue;
    seen.push(performance.now() - from + REFRESH_MS);
    const again = performance.now();
    await readOverview();
    asked.push(performance.now() - again);
  }
  return { asked, seen };
}

/** @returns the figures of the overview and the search, with the same figures counted by SQL */
async function compareFigures(knex: Knex): Promise<string> {
  const { rows } = await knex.raw(
    `select (select count(*)::int from step where state = 'queued' and due_at <= now()) as waiting, (select count(*)::int from run where status = 'failed') as failed,
            (select count(*)::int from run join account on account.id = run.account_id where email like '%apiary.example') as theirs`,
  );
  const failed = await searchRuns({ filter: { status: 'failed' }, sort: 'created_at', order: 'desc', page: 0, size: 25 });
  const theirs = await searchRuns({ filter: { person: 'apiary.example' }, sort: 'created_at', order: 'desc', page: 0, size: 25 });
  const said = { waiting: await waitingIn(), failed: failed.total, theirs: theirs.total };
  return `${JSON.stringify(said)} and ${JSON.stringify(rows[0])}: ${JSON.stringify(said) === JSON.stringify(rows[0]) ? 'equal' : 'DIFFERENT'}`;
}

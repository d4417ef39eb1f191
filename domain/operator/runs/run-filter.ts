import type { Knex } from 'knex';
import type { RunFilter, UsualRun } from '#contract/operator/runs-console.contract.ts';
import { FAILED_OUTCOMES } from '#contract/operator/series.contract.ts';
import { OF_THE_PROMPT } from '#contract/platform/errors.ts';
import { cachedFor } from '#domain/platform/cached-for.ts';
import { database } from '#domain/platform/database.ts';
import { runKinds } from '#domain/platform/runs/engine.ts';
import { hasEveryWordByTrigrams } from '#domain/platform/normalised-text.ts';
import { expression, join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { JOBS } from '#queues/registry.ts';

/** Up to this number of matching accounts are looked up first; if more share a part of an email, the statement compares emails itself. */
const MAX_IDS = 500;

/** Tells whether a filter is empty. */
export const isEmpty = (filter: RunFilter): boolean => Object.values(filter).every((part) => part === undefined);

const escaped = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** Tells whether a filter has conditions on steps. */
export const isOfSteps = ({ step, work, step_error: error }: RunFilter): boolean => (step ?? work ?? error) !== undefined;

/** Tells whether a filter has conditions on calls; `service` then means the service called. */
export const isOfCalls = (filter: RunFilter): boolean =>
  (filter.purpose ?? filter.outcome) !== undefined || (!isOfSteps(filter) && (filter.since ?? filter.until) !== undefined);

const STEP_STATES: Readonly<Record<NonNullable<RunFilter['step']>, Sql>> = {
  live: sql`step.state in ('queued','running')`,
  active: sql`step.state = 'running'`,
  waiting: sql`step.state = 'queued' and step.due_at <= now()`,
  delayed: sql`step.state = 'queued' and step.due_at > now()`,
  ended: sql`step.state in ('completed','failed')`,
  failed: sql`step.state = 'failed'`,
};

/** Returns the condition for matching steps, over `step`. The lane is that of the run. */
export function matchingSteps({ step, work, step_error: error, since, until }: RunFilter): Sql {
  const jobs = Object.entries(JOBS).flatMap(([name, job]) => (job.work === work ? [name] : []));
  return allOf([
    step && STEP_STATES[step],
    work !== undefined && sql`step.job = any(${jobs}::text[])`,
    error !== undefined && sql`coalesce(step.error_code, 'unknown') = ${error}`,
    since !== undefined && sql`step.finished_at >= ${since}::timestamptz`,
    until !== undefined && sql`step.finished_at < ${until}::timestamptz`,
  ]);
}

/** Returns the condition for matching calls, over `vendor_call call`. */
export function matchingCalls(filter: RunFilter): Sql {
  const { purpose, outcome, service, since, until } = isOfSteps(filter) ? { ...filter, since: undefined, until: undefined } : filter;
  return allOf([
    purpose !== undefined && sql`call.purpose = ${purpose}`,
    outcome === 'failed' && sql`call.outcome = any(${FAILED_OUTCOMES}::text[])`,
    outcome !== undefined && outcome !== 'failed' && sql`call.outcome = ${outcome}`,
    service !== undefined && sql`call.service = ${service}`,
    since !== undefined && sql`call.started_at >= ${since}::timestamptz`,
    until !== undefined && sql`call.started_at < ${until}::timestamptz`,
  ]);
}

const allOf = (conditions: readonly (Sql | false | undefined)[]): Sql =>
  join([sql`true`, ...conditions.filter((one) => one instanceof Object)], ' and ');

/**
 * Returns the condition for matching runs, over `run` (left joined with `run_cost cost`). Accounts and courses are looked up first, so that
 * the runs are found by index; a join would make Postgres scan every run.
 */
export async function matching(filter: RunFilter, store: Knex = database()): Promise<(query: Knex.QueryBuilder) => void> {
  // one after another, because inside a transaction they share a connection
  const people = filter.person === undefined ? null : await peopleCalled(store, filter.person);
  const ofCourse = filter.course_id === undefined ? null : await runsOfCourse(store, filter.course_id);
  const usual = filter.unusual === undefined ? {} : await usualRuns();
  return (query) => {
    const where = (condition: Sql) => query.where(expression(store, condition));
    if (filter.q !== undefined) {
      if (isUuid(filter.q)) query.where('run.id', filter.q);
      else
        where(
          hasEveryWordByTrigrams(sql`folded_text(run.subject || ' ' || coalesce(run.title, '') || ' ' || coalesce(run.error_detail, ''))`, [
            filter.q,
          ]),
        );
    }
    if (people && people.length <= MAX_IDS) where(sql`run.account_id = any(${people}::uuid[])`);
    else if (people) where(sql`run.account_id in (select id from account where email like ${`%${escaped(filter.person!)}%`})`);
    if (ofCourse) where(sql`run.id = any(${ofCourse}::uuid[])`);
    if (filter.kind !== undefined) query.where('run.kind', filter.kind);
    if (filter.lane !== undefined) query.where('run.lane', filter.lane);
    if (filter.status !== undefined) query.where('run.status', filter.status);
    if (filter.error_code !== undefined) query.where('run.error_code', filter.error_code);
    if (filter.refused !== undefined)
      where(sql`(run.error_code is not null and run.error_code = any(${OF_THE_PROMPT}::text[])) = ${filter.refused === 'yes'}::boolean`);
    if (filter.batch_id !== undefined) query.where('run.parent_id', filter.batch_id);
    if (filter.from !== undefined) query.where('run.created_at', '>=', filter.from);
    if (filter.before !== undefined) query.where('run.created_at', '<', filter.before);
    if (filter.parked !== undefined) query.where('run.is_parked', filter.parked === 'yes');
    if (isOfSteps(filter)) where(sql`run.id in (select step.run_id from step where ${matchingSteps(filter)})`);
    if (isOfCalls(filter)) where(sql`run.id in (select call.run_id from vendor_call call where ${matchingCalls(filter)})`);
    else if (filter.service !== undefined) where(sql`cost.services @> array[${filter.service}]::text[]`);
    if (filter.unusual !== undefined) where(unusually(filter.unusual, usual));
    if (filter.cost_from !== undefined) query.where('cost.micro_usd', '>=', filter.cost_from);
  };
}

/** Returns ids of matching accounts, at most one more than `MAX_IDS`. */
async function peopleCalled(store: Knex, person: string): Promise<string[]> {
  if (isUuid(person)) return [person];
  return store('account')
    .whereLike('email', `%${escaped(person)}%`)
    .limit(MAX_IDS + 1)
    .pluck('id');
}

/** Returns the runs that wrote a course or lessons in it. */
async function runsOfCourse(store: Knex, courseId: string): Promise<string[]> {
  const runs = await rowsOf<{ run_id: string }>(
    store,
    sql`select run_id from course_run where course_id = ${courseId} or target_course_id = ${courseId}
         union select run_id from course where id = ${courseId} and run_id is not null`,
  );
  return runs.map(({ run_id: runId }) => runId);
}

/** Number of the newest completed runs of a kind from which the usual values are computed. */
const USUAL_OF = 200;
const USUAL_MS = 60_000;
/** Multiple of the usual value from which a run is unusual. */
const UNUSUAL = 2;

/** Returns the usual duration and cost of each kind of run: the medians of its newest completed runs. */
export const usualRuns = cachedFor(USUAL_MS, async (): Promise<Readonly<Record<string, UsualRun>>> => {
  const rows = await rowsOf<UsualRun & { readonly kind: string }>(
    database(),
    sql`select kind.name as kind, percentile_cont(0.5) within group (order by newest.seconds)::float8 as seconds,
               percentile_cont(0.5) within group (order by newest.micro_usd)::float8 as micro_usd
          from unnest(${runKinds().map(({ name }) => name)}::text[]) kind (name),
               lateral (select extract(epoch from run.finished_at - run.started_at) as seconds, coalesce(cost.micro_usd, 0) as micro_usd
                          from run left join run_cost cost on cost.run_id = run.id
                         where run.kind = kind.name and run.status = 'completed' and run.started_at is not null
                         order by run.finished_at desc limit ${USUAL_OF}) newest
         group by kind.name`,
  );
  return Object.fromEntries(rows.map(({ kind, seconds, micro_usd }) => [kind, { seconds, micro_usd }]));
});

function unusually(how: NonNullable<RunFilter['unusual']>, usual: Readonly<Record<string, UsualRun>>): Sql {
  const kinds = Object.keys(usual);
  const most = kinds.map((kind) => UNUSUAL * (how === 'slow' ? usual[kind]!.seconds : usual[kind]!.micro_usd));
  const value = how === 'slow' ? sql`extract(epoch from run.finished_at - run.started_at)` : sql`cost.micro_usd`;
  return sql`${value} > (select most from unnest(${kinds}::text[], ${most}::float8[]) as bound (kind, most) where bound.kind = run.kind)`;
}

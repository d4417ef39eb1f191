import type { BatchEstimate } from '#contract/operator/batches.contract.ts';
import type { RunKindName } from '#contract/platform/kinds-of-work.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { JobName } from '#queues/registry.ts';
import { batchServices } from '#domain/vendors/llm/batches/batch-services.ts';
import { batchShareOf, presumedMicroUsd } from '#domain/vendors/llm/prices.ts';
import { unitsOf, type ChosenCourses } from './selection.queries.ts';

/** Cost of one unit, of a lesson with practice and review: tokens, micro-dollars and seconds. */
export interface UnitCost {
  readonly basis: BatchEstimate['basis'];
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly low: number;
  readonly expected: number;
  readonly worst: number;
  readonly seconds: number;
}

/** Number of recent lessons to learn from, and the least; with fewer, presumed values are used. */
const NEWEST = 300;
const ENOUGH = 5;
/** Presumed until then: a lesson's usage in the sandbox, at the price of the most expensive service in use. */
const PRESUMED = { tokensIn: 14_000, tokensOut: 5_000, seconds: 60 };
const PRESUMED_SPREAD = { low: 0.5, worst: 3 };
/** The next lesson may cost more than the most expensive so far. */
const WORST_MARGIN = 1.5;

const OVER_ITEMS = sql`
  count(*)::int as count, bool_or(is_unpriced) as is_unpriced,
  coalesce(avg(tokens_in), 0)::float8 as tokens_in, coalesce(avg(tokens_out), 0)::float8 as tokens_out, coalesce(avg(cost), 0)::float8 as expected,
  coalesce(percentile_cont(0.1) within group (order by cost), 0)::float8 as low, coalesce(max(cost), 0)::float8 as worst,
  coalesce(percentile_cont(0.5) within group (order by seconds), 0)::float8 as seconds`;

/**
 * Returns the cost of these jobs per lesson. A call of unknown price counts with its presumed cost, never as zero.
 * @param jobs practice alone, or a translation, costs less than a new text
 */
export async function costOfLesson(jobs: readonly JobName[]): Promise<UnitCost> {
  const [seen] = await rowsOf<Seen>(
    database(),
    sql`with item as (
       select step.run_id, step.item_id, sum(coalesce(call.input_tokens, 0)) as tokens_in, sum(coalesce(call.output_tokens, 0)) as tokens_out,
              sum(coalesce(call.cost_micro_usd / call.price_share, 0)) as cost, bool_or(call.cost_micro_usd is null and call.outcome = 'ok') as is_unpriced,
              extract(epoch from max(step.finished_at) - min(step.started_at)) as seconds
         from (select * from vendor_call where run_id is not null order by started_at desc limit ${NEWEST * 6}) call join step on step.id = call.step_id
        where step.item_id is not null and step.state = 'completed' and step.job = any(${jobs}::text[])
        group by step.run_id, step.item_id limit ${NEWEST}
     )
     select ${OVER_ITEMS} from item`,
  );
  return costAsSeen(seen!, PRESUMED, 0);
}

interface MadeByRuns {
  readonly kind: RunKindName;
  /** SQL expression over `run`: the number of units it made. Default: one. */
  readonly units?: Sql;
  /** SQL condition, an aggregate over a run's calls: the run counts. Default: always. */
  readonly calls?: Sql;
  /** Usage per unit, while too few units were made. */
  readonly presumed: typeof PRESUMED;
  /** Micro-dollars to add to that for anything not paid by tokens. */
  readonly besides?: number;
}

/** Returns the cost per unit of whole runs, learned from the newest of their kind. */
export async function costOfRuns({ kind, units = sql`1`, calls = sql`true`, presumed, besides = 0 }: MadeByRuns): Promise<UnitCost> {
  const [seen] = await rowsOf<Seen>(
    database(),
    sql`with item as (
       select sum(coalesce(call.input_tokens, 0)) / made.units as tokens_in, sum(coalesce(call.output_tokens, 0)) / made.units as tokens_out,
              sum(coalesce(call.cost_micro_usd, 0)) / made.units as cost, bool_or(call.cost_micro_usd is null and call.outcome = 'ok') as is_unpriced,
              extract(epoch from made.finished_at - made.started_at) as seconds
         from (select id, started_at, finished_at, ${units} as units from run
                where kind = ${kind} and status = 'completed' order by created_at desc limit ${NEWEST}) made
         join vendor_call call on call.run_id = made.id
        where made.units > 0 group by made.id, made.units, made.finished_at, made.started_at
       having ${calls}
     )
     select ${OVER_ITEMS} from item`,
  );
  return costAsSeen(seen!, presumed, besides);
}

interface Seen {
  readonly count: number;
  readonly is_unpriced: boolean | null;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly low: number;
  readonly expected: number;
  readonly worst: number;
  readonly seconds: number;
}

/** Combines observed and presumed costs. @param besides micro-dollars not paid by tokens, added while too little was observed */
function costAsSeen(seen: Seen, presumed: typeof PRESUMED, besides: number): UnitCost {
  if (seen.count < ENOUGH || seen.is_unpriced) {
    const expected = dearest(presumed.tokensIn, presumed.tokensOut) + besides;
    return { basis: 'presumed', ...presumed, low: expected * PRESUMED_SPREAD.low, expected, worst: expected * PRESUMED_SPREAD.worst };
  }
  const { tokens_in: tokensIn, tokens_out: tokensOut, low, expected, worst, seconds } = seen;
  return { basis: 'history', tokensIn, tokensOut, low, expected, worst: worst * WORST_MARGIN, seconds: Math.max(1, seconds) };
}

function dearest(input: number, output: number): number {
  const { vendors } = config();
  const use = { input, output, cacheRead: 0, cacheWrite: 0 };
  return Math.max(...SERVICES.map((service) => presumedMicroUsd(vendors[service].model, use, new Date())));
}

/** The calls for a lesson wait for each other: text, practice, check. A vendor takes at most a day for each. */
const STAGES = 3;
const VENDOR_DAY_S = 86_400;

/**
 * Returns the cost of a unit through the vendors' batch services: at the highest share of the list price among them, and at their recent
 * pace. In the worst case every call fails there and is made the ordinary way.
 */
export async function byVendorBatch(ordinary: UnitCost): Promise<UnitCost> {
  const { vendors } = config();
  const shares = batchServices().flatMap((service) => batchShareOf(vendors[service].model, new Date()) ?? []);
  const share = Math.max(...shares);
  const [pace] = await rowsOf<{ seconds: number | null }>(
    database(),
    sql`select percentile_cont(0.5) within group (order by extract(epoch from ended_at - submitted_at))::float8 as seconds
       from (select * from vendor_batch where state = 'ended' and cancel_asked_at is null order by created_at desc limit 50) lately`,
  );
  const seconds = STAGES * (pace!.seconds ?? VENDOR_DAY_S);
  return { ...ordinary, low: ordinary.low * share, expected: ordinary.expected * share, seconds };
}

/** Estimates the cost of the selected units (low, expected and worst), and when they will be finished with this many courses at once. */
export function estimateOf({ courses, pinned, edited }: ChosenCourses, lesson: UnitCost, atOnce: number): BatchEstimate {
  const lessons = courses.reduce((sum, one) => sum + unitsOf(one), 0);
  const times = (one: number) => Math.round(one * lessons);
  return {
    courses: courses.length,
    lessons,
    pinned,
    edited,
    tokens_in: times(lesson.tokensIn),
    tokens_out: times(lesson.tokensOut),
    micro_usd: { low: times(lesson.low), expected: times(lesson.expected), worst: times(lesson.worst) },
    basis: lesson.basis,
    // lessons of a course are written in parallel
    finish_s: Math.ceil(courses.length / atOnce) * lesson.seconds,
  };
}

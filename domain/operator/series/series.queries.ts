import {
  FAILED_OUTCOMES,
  RANGES,
  type ChosenRange,
  type Percentiles,
  type Series,
  type SeriesMark,
} from '#contract/operator/series.contract.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import {
  callsByBar,
  callsByPurpose,
  failedByBar,
  newestDeploys,
  timesByName,
  waitsAroundDeploys,
  waitsOf,
  windowOf,
  type Window,
} from './rollup.queries.ts';

const LANES = ['interactive', 'batch'] as const;

/** Returns the figures of a range, per bar and in total, with the events in it. @param at end of the range */
export async function readSeries(range: ChosenRange, at = new Date()): Promise<Series> {
  const window = windowOf(range, at);
  const { barS, bars } = RANGES[range];
  const [waits, failed, took, calls, purposes, marks, deploys] = await Promise.all([
    waitsOf(window),
    failedByBar(window),
    timesByName(window, 'run'),
    callsByBar(window),
    callsByPurpose(window),
    marksOf(window),
    comparedDeploys(),
  ]);
  const first = Date.parse(window.since);
  const spread = <Row extends { readonly bar: number }>(rows: readonly Row[], of: (row: Row) => number): number[] => {
    const counts = Array.from({ length: bars }, () => 0);
    for (const row of rows) counts[row.bar]! += of(row);
    return counts;
  };
  const ofQueue =
    ({ name, lane }: { readonly name: string; readonly lane: string }) =>
    (row: { readonly work: string; readonly lane: string }) =>
      row.work === name && row.lane === lane;
  return {
    since: window.since,
    until: window.until,
    bars: Array.from({ length: bars }, (_, bar) => new Date(first + bar * barS * 1000).toISOString()),
    bar_s: barS,
    queues: waits.byName.map((wait) => {
      const [done, lost] = [waits.ended.filter(ofQueue(wait)), failed.filter(ofQueue(wait))];
      const run = took.find(({ name, lane }) => name === wait.name && lane === wait.lane);
      return {
        work: wait.name,
        lane: wait.lane,
        ended: spread(done, ({ count }) => count),
        ended_total: total(done, ({ count }) => count),
        failed: spread(lost, ({ count }) => count),
        failed_total: total(lost, ({ count }) => count),
        wait: percentilesOf(wait),
        run: percentilesOf(run),
      };
    }),
    waits: LANES.map((lane) => {
      const ofLane = new Map(waits.byBar.flatMap((row) => (row.lane === lane ? [[row.bar, row]] : [])));
      return {
        lane,
        bars: Array.from({ length: bars }, (_, bar) => percentilesOf(ofLane.get(bar))),
        total: percentilesOf(waits.byLane.find((row) => row.lane === lane)),
      };
    }),
    attempts: FAILED_OUTCOMES.map((outcome) => {
      const rows = calls.filter((row) => row.outcome === outcome);
      return { outcome, calls: spread(rows, ({ calls: count }) => count), total: total(rows, ({ calls: count }) => count) };
    }),
    failures: [...Map.groupBy(failed, ({ code }) => code)]
      .map(([code, rows]) => ({ code, count: total(rows, ({ count }) => count) }))
      .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1)),
    services: [...Map.groupBy(calls, ({ service }) => service)].map(([service, rows]) => ({
      service,
      micro_usd: spread(rows, ({ micro_usd: cost }) => cost),
      micro_usd_total: total(rows, ({ micro_usd: cost }) => cost),
      calls: spread(rows, ({ calls: count }) => count),
      calls_total: total(rows, ({ calls: count }) => count),
    })),
    purposes: purposes.map(({ tokens_in: sent, tokens_out: received, ...row }) => ({ ...row, tokens: sent + received })),
    marks,
    deploys,
  };
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0);

/** The percentiles of a row, or null. */
export const percentilesOf = (row: Percentiles | undefined): Percentiles | null =>
  row ? { p50: row.p50, p95: row.p95, p99: row.p99 } : null;

async function comparedDeploys(): Promise<Series['deploys']> {
  const [deploys, waits] = await Promise.all([newestDeploys(), waitsAroundDeploys()]);
  return deploys.map(({ id, name, at }) => {
    const side = (of: 'before' | 'after') => {
      const row = waits.find((one) => one.id === id && one.side === of);
      return { ended: row?.count ?? 0, wait: percentilesOf(row) };
    };
    return { name, at: at.toISOString(), before: side('before'), after: side('after') };
  });
}

/** Maximum number of marks shown per kind; the newest. */
const MOST_MARKS = 40;

interface MarkRow {
  readonly kind: SeriesMark['kind'];
  readonly at: Date;
  readonly until: Date | null;
  readonly is_over: boolean;
  readonly name: string;
  readonly subject: string | null;
  readonly value: number | null;
}

/** Deployments, operators' pauses (ended ones come from the audit log), alerts and batches that began in a window or lasted into it. */
async function marksOf({ since, until }: Window): Promise<SeriesMark[]> {
  const lasted = sql`>= ${since}::timestamptz`;
  const began = sql`<= ${until}::timestamptz`;
  const rows = await rowsOf<MarkRow>(
    database(),
    sql`(select 'deploy' as kind, at, null::timestamptz as until, true as is_over, name, null as subject, null::float8 as value
           from deploy where at ${lasted} and at ${began} order by at desc limit ${MOST_MARKS})
        union all
        (select 'pause', pause.at, ended.at, ended.at is not null, pause.subject, null, null
           from audit_entry pause
           left join lateral (select at from audit_entry resume
                                where resume.action = replace(pause.action, '.pause', '.resume') and resume.id > pause.id
                                  and resume.subject in (pause.subject, 'queue:*') order by resume.id limit 1) ended on true
          where pause.action in ('queue.pause','kind.pause','service.pause') and pause.detail->'after' = '{"paused": true}'
            and pause.at ${began} and coalesce(ended.at, now()) ${lasted} order by pause.id desc limit ${MOST_MARKS})
        union all
        (select 'alert', opened_at, ended_at, ended_at is not null, rule, subject, value
           from operator_alert where opened_at ${began} and coalesce(ended_at, now()) ${lasted} order by opened_at desc limit ${MOST_MARKS})
        union all
        (select 'batch', started_at, ended_at, ended_at is not null, name, run_id::text, null
           from batch where started_at ${began} and coalesce(ended_at, now()) ${lasted} order by started_at desc limit ${MOST_MARKS})
        order by at`,
  );
  return rows.map(({ at, until: end, ...row }) => ({ ...row, at: at.toISOString(), until: end?.toISOString() ?? null }));
}

import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/** Money paid to vendors, in micro-dollars; null when a model's price is unknown, because unknown is not zero. */
export interface UsageLine {
  readonly calls: number;
  readonly failed_calls: number;
  readonly input_tokens: number;
  readonly cached_tokens: number;
  readonly output_tokens: number;
  readonly cost_micro_usd: number | null;
  readonly wasted_micro_usd: number | null;
  readonly unpriced_calls: number;
  readonly known_cost_micro_usd: number;
  readonly known_wasted_micro_usd: number;
}

/** One call for an item of a run. The kind's contract defines items. */
export interface Attempt {
  readonly stage: string;
  readonly attempt: number;
  readonly service: string;
  readonly model: string;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cost_micro_usd: number | null;
  readonly outcome: string;
}

export interface Usage {
  readonly total: UsageLine;
  readonly by_service: (UsageLine & { readonly service: string; readonly model: string })[];
  readonly by_stage: (UsageLine & { readonly stage: string })[];
  /** By item id: number of calls per purpose, and the item's newest attempts in chronological order. */
  readonly by_item: ReadonlyMap<
    string,
    UsageLine & { readonly purposes: ReadonlyMap<string, number>; readonly attempt_list: readonly Attempt[] }
  >;
}

/** The calls of a run and whether each contributed to the result. */
const judgedCalls = (runId: string): Sql => sql`judged as (
  select call.*, step.item_id,
         call.outcome <> 'ok' or step.state in ('failed','cancelled') or (call.discarded and step.call_id is distinct from call.id)
           or coalesce(step.call_id <> call.id, false) as thrown_away,
         -- a call that was refused without an answer costs nothing
         call.cost_micro_usd is null
           and (call.input_tokens is not null or call.http_status = 200 or call.outcome in ('aborted','timed_out')) as unpriced
    from vendor_call call left join step on step.id = call.step_id
   where call.run_id = ${runId}
)`;

/** The same calls by item: a call whose answer gave the results of several steps is shared equally by their items. */
const callsByItem = (runId: string): Sql => sql`${judgedCalls(runId)}, shared as (
  select judged.id, judged.service, judged.model, judged.purpose, judged.outcome, judged.started_at, judged.thrown_away, judged.unpriced,
         coalesce(judged.item_id, part.item_id) as item_id, judged.input_tokens / parts as input_tokens, judged.cached_tokens / parts as cached_tokens,
         judged.output_tokens / parts as output_tokens, judged.cost_micro_usd / parts as cost_micro_usd
    from judged
    left join step part on judged.item_id is null and part.run_id = ${runId} and part.call_id = judged.id and part.item_id is not null
   cross join lateral (select greatest(1, count(*)) as parts from step one
                        where judged.item_id is null and one.run_id = ${runId} and one.call_id = judged.id and one.item_id is not null) counted
)`;

/** Calls of one service for one purpose and item, counted together. */
interface Row {
  readonly service: string;
  readonly model: string;
  readonly purpose: string;
  readonly item_id: string | null;
  readonly calls: number;
  readonly failed_calls: number;
  readonly input_tokens: number;
  readonly cached_tokens: number;
  readonly output_tokens: number;
  readonly cost: number;
  readonly wasted: number;
  /** Calls of unknown cost: their model has no known price, or they ended before the vendor reported usage. */
  readonly unpriced: number;
  readonly unpriced_waste: number;
}

/**
 * Returns a run's vendor usage: in total, by service, by stage and by item, there also per call. Wasted calls contributed nothing: they
 * failed or were aborted, a check rejected their answer, or their step failed or used another call's answer. A sum with an unknown part is
 * null; its known part is reported separately.
 * @param attemptsListed number of newest attempts per item
 */
export async function readUsage(runId: string, attemptsListed: number): Promise<Usage> {
  const [lines, itemLines, attempts, run] = await Promise.all([
    readLines(judgedCalls(runId), sql`judged`),
    readLines(callsByItem(runId), sql`shared`),
    readAttempts(runId, attemptsListed),
    database()('run').where({ id: runId }).first('figures', 'of_library'),
  ]);
  // the demo library is no service, and costs nothing
  if (run?.of_library) return { total: sum([]), by_service: [], by_stage: [], by_item: new Map() };
  // its calls were pruned
  if (run?.figures) return { ...(run.figures as Omit<Usage, 'by_item'>), by_item: new Map() };
  const grouped = (rows: readonly Row[], key: (row: Row) => string) =>
    [...Map.groupBy(rows, key).values()].map((group) => ({ first: group[0]!, group }));
  return {
    total: sum(lines),
    by_service: grouped(lines, (row) => `${row.service} ${row.model}`).map(({ first, group }) => ({
      service: first.service,
      model: first.model,
      ...sum(group),
    })),
    by_stage: grouped(lines, (row) => row.purpose).map(({ first, group }) => ({ stage: first.purpose, ...sum(group) })),
    by_item: new Map(
      grouped(
        itemLines.filter((row) => row.item_id !== null),
        (row) => row.item_id!,
      ).map(({ first, group }) => [
        first.item_id!,
        {
          ...sum(group),
          purposes: new Map(
            grouped(group, (row) => row.purpose).map(({ first: { purpose }, group: calls }) => [purpose, sum(calls).calls]),
          ),
          attempt_list: attempts.get(first.item_id!) ?? [],
        },
      ]),
    ),
  };
}

/** Counts calls together. @param calls the statements that select them @param from the name of the last one */
const readLines = (calls: Sql, from: Sql) =>
  rowsOf<Row>(
    database(),
    sql`with ${calls}
     select service, model, purpose, item_id, count(*) as calls, count(*) filter (where outcome <> 'ok') as failed_calls,
            coalesce(sum(input_tokens), 0)::int as input_tokens, coalesce(sum(cached_tokens), 0)::int as cached_tokens,
            coalesce(sum(output_tokens), 0)::int as output_tokens, coalesce(sum(cost_micro_usd), 0)::float8 as cost,
            coalesce(sum(cost_micro_usd) filter (where thrown_away), 0)::float8 as wasted,
            count(*) filter (where unpriced) as unpriced, count(*) filter (where unpriced and thrown_away) as unpriced_waste
       from ${from} group by service, model, purpose, item_id order by service, model, purpose`,
  );

/** Returns the newest attempts at each item, by its id, in chronological order. */
async function readAttempts(runId: string, listed: number): Promise<ReadonlyMap<string, Attempt[]>> {
  const rows = await rowsOf<{ readonly item_id: string; readonly attempts: Attempt[] }>(
    database(),
    sql`with ${callsByItem(runId)}, counted as (
       select *, row_number() over (partition by item_id, purpose order by started_at, id) as attempt,
              row_number() over (partition by item_id order by started_at desc, id desc) as age
         from shared where item_id is not null
     )
     select item_id,
            jsonb_agg(jsonb_build_object(
              'stage', purpose, 'attempt', attempt, 'service', service, 'model', model,
              'input_tokens', input_tokens, 'output_tokens', output_tokens,
              'cost_micro_usd', case when unpriced is not true then coalesce(cost_micro_usd, 0) end,
              'outcome', case when outcome = 'ok' and thrown_away then 'discarded' else outcome end) order by age desc) as attempts
       from counted where age <= ${listed} group by item_id`,
  );
  return new Map(rows.map(({ item_id: itemId, attempts }) => [itemId, attempts]));
}

function sum(rows: readonly Row[]): UsageLine {
  const sumOf = (
    key: 'calls' | 'failed_calls' | 'input_tokens' | 'cached_tokens' | 'output_tokens' | 'cost' | 'wasted' | 'unpriced' | 'unpriced_waste',
  ) => rows.reduce((total, row) => total + row[key], 0);
  return {
    calls: sumOf('calls'),
    failed_calls: sumOf('failed_calls'),
    input_tokens: sumOf('input_tokens'),
    cached_tokens: sumOf('cached_tokens'),
    output_tokens: sumOf('output_tokens'),
    cost_micro_usd: sumOf('unpriced') === 0 ? sumOf('cost') : null,
    wasted_micro_usd: sumOf('unpriced_waste') === 0 ? sumOf('wasted') : null,
    unpriced_calls: sumOf('unpriced'),
    known_cost_micro_usd: sumOf('cost'),
    known_wasted_micro_usd: sumOf('wasted'),
  };
}

import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { ATTEMPTS_LISTED, type runUsage as endpoint } from '#contract/generation/run-control.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';

export type RunUsage = AnswerOf<typeof endpoint>;
type UsageLine = RunUsage['total'];
type Attempt = RunUsage['by_lesson'][number]['attempt_list'][number];

/** The calls of a run and whether they bought something. */
const JUDGED = `judged as (
  select call.*, step.lesson_id,
         call.outcome <> 'ok' or step.state in ('failed','cancelled') or (call.discarded and step.call_id is distinct from call.id)
           or coalesce(step.call_id <> call.id, false) as thrown_away,
         -- refused at the door costs nothing
         call.cost_micro_usd is null
           and (call.input_tokens is not null or call.http_status = 200 or call.outcome in ('aborted','timed_out')) as unpriced
    from vendor_call call left join step on step.id = call.step_id
   where call.run_id = ?
)`;

/** Calls of one service for one purpose and lesson, as they are counted together. */
interface Row {
  readonly service: Service;
  readonly model: string;
  readonly purpose: string;
  readonly lesson_id: string | null;
  readonly calls: number;
  readonly failed_calls: number;
  readonly input_tokens: number;
  readonly cached_tokens: number;
  readonly output_tokens: number;
  readonly cost: number;
  readonly wasted: number;
  /** Calls that may have cost something nobody knows: their model has no known price, or they ended before the vendor said what it used. */
  readonly unpriced: number;
  readonly unpriced_waste: number;
}

/**
 * What a run used of the vendors (GEN usage): in total, by service, by stage and by lesson, there also call by call. Wasted is what bought
 * nothing: calls that failed or were aborted, answers that a check turned down, answers of a step that took another call's or came to
 * nothing. A sum that holds an unknown is unknown; what is known of it is told beside it.
 * @throws ProductError not_found
 */
export async function runUsage({ runId, accountId }: { runId: string; accountId: string }): Promise<RunUsage> {
  if (!isUuid(runId)) throw notFound('run');
  const run = await database()('run').where({ id: runId, account_id: accountId }).first('plan');
  if (!run) throw notFound('run');
  const [{ rows }, attempts] = await Promise.all([readLines(runId), readAttempts(runId)]);
  const lines = rows as Row[];
  const grouped = (key: (row: Row) => string) => [...Map.groupBy(lines, key).values()].map((group) => ({ first: group[0]!, group }));
  const lessons = run.plan ? placedLessons(run.plan as CoursePlan).map(({ planned }) => planned) : [];
  return {
    total: sum(lines),
    by_service: grouped((row) => `${row.service} ${row.model}`).map(({ first, group }) => ({
      service: first.service,
      model: first.model,
      ...sum(group),
    })),
    by_stage: grouped((row) => row.purpose).map(({ first, group }) => ({ stage: first.purpose, ...sum(group) })),
    by_lesson: lessons.flatMap(({ lesson_id, title }) => {
      const group = lines.filter((row) => row.lesson_id === lesson_id);
      if (group.length === 0) return [];
      const written = group.filter((row) => row.purpose === 'lesson').reduce((calls, row) => calls + row.calls, 0);
      return [{ lesson_id, title, attempts: written, attempt_list: attempts.get(lesson_id) ?? [], ...sum(group) }];
    }),
  };
}

const readLines = (runId: string) =>
  database().raw(
    `with ${JUDGED}
     select service, model, purpose, lesson_id, count(*) as calls, count(*) filter (where outcome <> 'ok') as failed_calls,
            coalesce(sum(input_tokens), 0)::int as input_tokens, coalesce(sum(cached_tokens), 0)::int as cached_tokens,
            coalesce(sum(output_tokens), 0)::int as output_tokens, coalesce(sum(cost_micro_usd), 0)::float8 as cost,
            coalesce(sum(cost_micro_usd) filter (where thrown_away), 0)::float8 as wasted,
            count(*) filter (where unpriced) as unpriced, count(*) filter (where unpriced and thrown_away) as unpriced_waste
       from judged group by service, model, purpose, lesson_id order by service, model, purpose`,
    [runId],
  );

/** The newest attempts at each lesson, by lesson id, in the order in which they were made. */
async function readAttempts(runId: string): Promise<ReadonlyMap<string, Attempt[]>> {
  const { rows } = await database().raw(
    `with ${JUDGED}, counted as (
       select *, row_number() over (partition by lesson_id, purpose order by started_at, id) as attempt,
              row_number() over (partition by lesson_id order by started_at desc, id desc) as age
         from judged where lesson_id is not null
     )
     select lesson_id,
            jsonb_agg(jsonb_build_object(
              'stage', purpose, 'attempt', attempt, 'service', service, 'model', model, 'input_tokens', input_tokens, 'output_tokens', output_tokens,
              'cost_micro_usd', case when unpriced is not true then coalesce(cost_micro_usd, 0) end,
              'outcome', case when outcome = 'ok' and thrown_away then 'discarded' else outcome end) order by age desc) as attempts
       from counted where age <= ? group by lesson_id`,
    [runId, ATTEMPTS_LISTED],
  );
  return new Map(rows.map((row: { lesson_id: string; attempts: Attempt[] }) => [row.lesson_id, row.attempts]));
}

function sum(rows: readonly Row[]): UsageLine {
  const of = (
    key: 'calls' | 'failed_calls' | 'input_tokens' | 'cached_tokens' | 'output_tokens' | 'cost' | 'wasted' | 'unpriced' | 'unpriced_waste',
  ) => rows.reduce((total, row) => total + row[key], 0);
  return {
    calls: of('calls'),
    failed_calls: of('failed_calls'),
    input_tokens: of('input_tokens'),
    cached_tokens: of('cached_tokens'),
    output_tokens: of('output_tokens'),
    cost_micro_usd: of('unpriced') === 0 ? of('cost') : null,
    wasted_micro_usd: of('unpriced_waste') === 0 ? of('wasted') : null,
    unpriced_calls: of('unpriced'),
    known_cost_micro_usd: of('cost'),
    known_wasted_micro_usd: of('wasted'),
  };
}

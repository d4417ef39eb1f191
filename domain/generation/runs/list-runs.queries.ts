import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { database } from '#domain/platform/database.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { QUEUE_ORDER_SQL } from '#domain/generation/forecast/queue-order.ts';

interface RunsRequest {
  readonly accountId: string;
  /** Only runs that have not ended. */
  readonly live: boolean;
  readonly limit: number;
  /** An earlier page's `next`. */
  readonly after?: string | undefined;
}

interface Row {
  readonly id: string;
  readonly kind: RunSummary['kind'];
  readonly status: RunSummary['status'];
  readonly stage: RunSummary['stage'];
  readonly progress: number;
  readonly title: string | null;
  readonly topic: string;
  readonly language: string;
  readonly lessons_ready: number;
  readonly lessons_total: number;
  readonly stopped: boolean;
  readonly queue_position: number | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly course_id: string | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly sort_at: string;
}

/** The account's runs, newest first, a page at a time, in one statement. @throws ProductError validation.failed for a cursor that is none */
export async function listRuns({ accountId, live, limit, after }: RunsRequest): Promise<{ runs: RunSummary[]; next: string | null }> {
  const cursor = after ? decodeCursor(after, 'after') : null;
  const { rows } = await database().raw(
    `select run.id, kind, status, stage, progress, title, topic, request->>'language_preference' as language, created_at, finished_at, error_code, error_detail, stopped,
            own.total as lessons_total,
            own.ready + case when kind = 'course' and status = 'completed' and own.ready < own.total then (
              select count(*)
                from course join course_version live on live.course_id = course.id and live.number = course.current_version,
                     jsonb_path_query(live.content, '$.modules[*].lessons[*].lesson_id') lesson
               where course.id = run.course_id and not exists (
                 select from step where step.run_id = run.id and step.key = 'lesson:' || (lesson #>> '{}') and step.state = 'completed')
            )::int else 0 end as lessons_ready,
            coalesce(course_id, case when status = 'completed' then target_course_id end) as course_id,
            queue.rank as queue_position, (created_at at time zone 'UTC')::text as sort_at
       from run
            cross join lateral (
              select (select count(*) from step where run_id = run.id and state = 'completed'
                         and job = case when request->'practice_only' is null then 'write-lesson' else 'write-practice' end)::int as ready,
                     (select coalesce(sum(jsonb_array_length(module->'lessons')), 0) from jsonb_array_elements(plan->'modules') module)::int as total
            ) own
            left join (${QUEUE_ORDER_SQL}) queue on queue.id = run.id
      where account_id = :accountId
            ${live ? `and status in ('queued','running')` : ''}
            ${cursor ? `and (created_at, run.id) < (:at::timestamp at time zone 'UTC', :id::uuid)` : ''}
      order by created_at desc, run.id desc
      limit :rows`,
    { accountId, rows: limit + 1, ...cursor },
  );
  const page = (rows as Row[]).slice(0, limit);
  const last = page.at(-1);
  return { runs: page.map(toSummary), next: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null };
}

const toSummary = (row: Row): RunSummary => ({
  task_id: row.id,
  kind: row.kind,
  status: row.status,
  stage: row.stage,
  progress: row.progress,
  title: row.title,
  topic: row.topic,
  language: row.language,
  lessons_ready: row.lessons_ready,
  lessons_total: row.lessons_total,
  stopped: row.stopped,
  queue_position: row.queue_position,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  ...(row.course_id ? { result: { course_id: row.course_id } } : {}),
  ...(row.error_code ? { error: { code: row.error_code, detail: row.error_detail ?? '' } } : {}),
});

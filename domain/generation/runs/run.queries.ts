import type { GeneratedCourse } from '#contract/generation/generation.contract.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import type { LessonAwaits, StatusEnvelope } from '#contract/platform/status.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { together } from '#domain/platform/batch-calls.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { brakesRenewInS } from '#domain/vendors/llm/spend.command.ts';
import type { Orchestration } from './course-of-run.ts';
import { assembleLesson, type Results } from '#domain/generation/lessons/assemble-lesson.ts';
import { placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { lessonAwaits } from '#domain/generation/lessons/lesson-awaits.ts';
import { QUEUE_ORDER_SQL } from '#domain/generation/forecast/queue-order.ts';
import { runEta } from '#domain/generation/forecast/run-eta.queries.ts';
import { lessonKeys } from './stage-order.ts';
import { statusEnvelope, type RunRow } from './status-envelope.ts';

const LOG_LINES = 100;

/** Runs of one statement: a crowd of watchers must not make one that nothing else gets past. */
const MOST_AT_ONCE = 25;

/** One query for all who ask at the same moment, and for all who ask while it is under way the next: a run is polled by everybody who waits. */
const readRun = together<string, RunRow | undefined>(
  () => '',
  async (asked) => {
    const ids = [...new Set(asked)];
    const parts = Array.from({ length: Math.ceil(ids.length / MOST_AT_ONCE) }, (_, part) =>
      ids.slice(part * MOST_AT_ONCE).slice(0, MOST_AT_ONCE),
    );
    const found = new Map((await Promise.all(parts.map(readRuns))).flat().map((run) => [run.id, run]));
    return asked.map((id) => found.get(id));
  },
  { inTurn: true },
);

async function readRuns(ids: readonly string[]): Promise<RunRow[]> {
  const { rows } = await database().raw(
    `select run.id, run.account_id, kind, status, stage, progress, topic, request->>'language_preference' as language, title, plan, error_code, error_detail, stopped, tokens_reserved,
            tokens_charged, created_at, started_at, finished_at,
            coalesce(course_id, case when status = 'completed' then target_course_id end) as course_id,
            case when status = 'completed' then (select points from point_entry where account_id = run.account_id and cause = 'course:' || run.id) end as points_awarded,
            (select jsonb_agg(jsonb_build_object('key', key, 'state', state, 'service', service, 'tried', tried, 'passed_over', passed_over, 'error_code', error_code))
               from step where run_id = run.id) as steps,
            (select jsonb_agg(to_jsonb(line) - 'id' order by line.id)
               from (select id, at, event, text, words from run_event where run_id = run.id order by id desc limit ${LOG_LINES}) line) as log,
            (select greatest(count(*) - ${LOG_LINES}, 0)::int from run_event where run_id = run.id) as log_earlier,
            case when kind = 'course' and status = 'completed' and course_id is not null then (
              select jsonb_object_agg(lesson #>> '{lesson_id}', (m - 1) || '_' || (l - 1))
                from course join course_version live on live.course_id = course.id and live.number = course.current_version,
                     jsonb_array_elements(live.content->'modules') with ordinality module (module, m),
                     jsonb_array_elements(module->'lessons') with ordinality lesson (lesson, l)
               where course.id = run.course_id and not exists (
                 select from step where step.run_id = run.id and step.key = 'lesson:' || (lesson #>> '{lesson_id}') and step.state = 'completed')
            ) end as written_later,
            case when kind = 'course' and status = 'completed' and course_id is not null then (
              select jsonb_agg(lesson #>> '{lesson_id}')
                from course join course_version live on live.course_id = course.id and live.number = course.current_version,
                     jsonb_path_query(live.content, '$.modules[*].lessons[*]') lesson
               where course.id = run.course_id and jsonb_array_length(lesson->'quiz') + jsonb_array_length(lesson->'exercises') > 0 and (run.stopped or exists (
                 select from step where step.run_id = run.id and step.key = 'practice:' || (lesson #>> '{lesson_id}') and step.state = 'failed'))
            ) end as practised_later,
            case when kind = 'course' and status = 'completed' and course_id is not null then (
              select jsonb_object_agg(named.lesson_id, coalesce(made.results, '{}'))
                from course join course_version live on live.course_id = course.id and live.number = course.current_version,
                     jsonb_path_query(live.content, '$.modules[*].lessons[*]') lesson,
                     lateral (select lesson #>> '{lesson_id}' as lesson_id) named,
                     lateral (select jsonb_object_agg(key, jsonb_build_object('output', output, 'service', service)) as results
                                from step where run_id = run.id and state = 'completed'
                                 and key in ('practice:' || named.lesson_id, 'review:' || named.lesson_id, 'correct:' || named.lesson_id, 'recheck:' || named.lesson_id)) made
               where course.id = run.course_id and jsonb_array_length(lesson->'quiz') + jsonb_array_length(lesson->'exercises') = 0
            ) end as unpractised,
            case when kind = 'course' and status = 'completed' and course_id is not null then (
              select jsonb_object_agg(lesson #>> '{}', writer.id)
                from run writer, jsonb_path_query(writer.plan, '$.modules[*].lessons[*].lesson_id') lesson
               where writer.target_course_id = run.course_id and writer.status in ('queued', 'running') and writer.request->>'missing_from_run' is not null
            ) end as written_by,
            case when status = 'queued' then (select rank from (${QUEUE_ORDER_SQL}) queue where queue.id = run.id) end as queue_position
       from run where run.id = any(?::uuid[])`,
    [[...ids]],
  );
  return rows;
}

/** The status envelope of one run of this account. @throws not_found */
export async function runEnvelope({ runId, accountId }: { runId: string; accountId: string }): Promise<StatusEnvelope> {
  const run = isUuid(runId) ? await readRun(runId.toLowerCase()) : undefined;
  if (run?.account_id !== accountId) throw notFound('run');
  const isLive = run.status === 'queued' || run.status === 'running';
  return statusEnvelope(run, isLive ? await runEta(run.id) : null);
}

/** The full body of a completed run (GEN-02). @throws not_found; the coded reason when the run failed or was cancelled */
export async function runResult({ runId, accountId }: { runId: string; accountId: string }): Promise<GeneratedCourse> {
  if (!isUuid(runId)) throw notFound('run');
  const run = await database()('run')
    .where({ id: runId, account_id: accountId })
    .first('status', 'course_id', 'result', 'error_code', 'error_detail');
  if (!run) throw notFound('run');
  if (run.status === 'cancelled') throw new ProductError('run.cancelled');
  if (run.status === 'failed') {
    const code = run.error_code in ERRORS ? (run.error_code as ErrorCode) : 'internal';
    throw new ProductError(code, run.error_detail, code.startsWith('spend.') ? { data: { retryAfterS: brakesRenewInS() } } : {});
  }
  if (run.status !== 'completed') throw new Error(`run ${runId} has not ended`);
  const { successful_services, ai_services_used, success_rate, quality_level } = run.result as Orchestration;
  return {
    task_id: runId,
    course_id: run.course_id,
    course: await getCourse({ accountId, courseId: run.course_id }),
    ai_services_used,
    ai_orchestration_status: { successful_services, ai_services_used, success_rate, quality_level },
  };
}

interface RunLessonRow {
  readonly plan: CoursePlan | null;
  readonly live: boolean;
  readonly results: Results | null;
  readonly states: Readonly<Record<string, { readonly state: string }>> | null;
}

/** A lesson that is written already, also while its course is not finished. @throws not_found, also when it is not written yet */
export async function runLesson({ runId, lessonId, accountId }: { runId: string; lessonId: string; accountId: string }): Promise<{
  lesson: Lesson;
  course_title: string;
  module_title: string;
  awaits: LessonAwaits | null;
}> {
  if (!isUuid(runId)) throw notFound('run');
  const keys = ['outline', ...Object.values(lessonKeys(lessonId))];
  const { rows } = await database().raw(
    `select run.plan, run.status in ('queued', 'running') as live, made.results, made.states
       from run left join lateral (
              select jsonb_object_agg(key, jsonb_build_object('output', output, 'service', service)) filter (where state = 'completed') as results,
                     jsonb_object_agg(key, jsonb_build_object('state', state)) as states
                from step where run_id = run.id and key = any(?::text[])
            ) made on true
      where run.id = ? and run.account_id = ?`,
    [keys, runId, accountId],
  );
  const { plan, live, results, states } = (rows[0] ?? {}) as Partial<RunLessonRow>;
  const placed = plan && placedLessons(plan).find((lesson) => lesson.planned.lesson_id === lessonId);
  const awaits = lessonAwaits(lessonId, new Map(Object.entries(states ?? {})), live === true);
  const lesson = placed && results ? assembleLesson(placed.planned, results, { awaits }) : null;
  if (!placed || !lesson) throw notFound('lesson');
  // who reads it while its course is being written cannot have marked it
  const marks = { completed: false, bookmarked: false, pinned: false };
  return {
    lesson: { ...lesson, ...marks, index: `${placed.module}_${placed.lesson}` },
    course_title: plan.title,
    module_title: placed.moduleTitle,
    awaits,
  };
}

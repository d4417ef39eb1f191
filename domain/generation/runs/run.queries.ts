import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import type { GeneratedCourse } from '#contract/generation/generation.contract.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import type { LessonAwaits, StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { withoutRubric } from '#contract/courses/quiz.contract.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { lessonMinutes } from '#domain/courses/content/lesson-minutes.queries.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import type { RunSummary, runForm as endpoint } from '#contract/generation/run-control.contract.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { listRuns } from '#domain/platform/runs/list-runs.queries.ts';
import { runEnvelope as readEnvelope } from '#domain/platform/runs/run-envelope.queries.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { secondsUntilCapsReset } from '#domain/vendors/llm/add-spend.command.ts';
import { authorshipOf } from '#domain/vendors/llm/voices.ts';
import type { Orchestration } from './course-of-run.ts';
import { assembleLesson, authorsOf, type Results } from '#domain/generation/lessons/assemble-lesson.ts';
import { placedLessons, type CoursePlan, type PlannedLesson } from '#domain/generation/outline/course-plan.ts';
import { lessonAwaits } from '#domain/generation/lessons/lesson-pending.ts';
import { lessonKeys } from './stage-order.ts';

/** Kinds of runs that the routes of course generation serve. */
export const COURSE_KINDS = ['course', 'lesson'] as const;

/** Returns the status envelope of one run of this account that writes a course or single lessons. @throws not_found */
export async function runEnvelope(lookup: { runId: string; accountId: string }): Promise<StatusEnvelope> {
  const { base, details } = await readEnvelope({ ...lookup, kinds: COURSE_KINDS });
  const { subject: _, ...rest } = base;
  // their kinds declare exactly these stages and details
  return { ...rest, ...details } as StatusEnvelope;
}

interface RunsRequest {
  readonly accountId: string;
  readonly live: boolean;
  readonly limit: number;
  readonly after?: string | undefined;
  /** Only runs that write the lessons of this studio course. */
  readonly creator_course_id?: string | undefined;
}

/** Lists the account's runs that write courses or single lessons, newest first, one page. */
export async function listCourseRuns({ creator_course_id: studioId, ...lookup }: RunsRequest): Promise<{
  runs: RunSummary[];
  next: string | null;
}> {
  // a lesson that is rewritten later has its course's form
  const { runs, next } = await (studioId === undefined
    ? listRuns({ ...lookup, kinds: COURSE_KINDS })
    : listRuns({ ...lookup, kinds: ['course'], where: sql`run.request->>'creator_course_id' = ${studioId}` }));
  const toSummary = ({ base, details }: (typeof runs)[number]) => {
    const { subject: _, ...rest } = base;
    return { ...rest, ...details } as RunSummary;
  };
  return { runs: runs.map(toSummary), next };
}

/** Returns the full body of a completed run (GEN-02). @throws not_found; the error code when the run failed or was cancelled */
export async function runResult({ runId, accountId }: { runId: string; accountId: string }): Promise<GeneratedCourse> {
  if (!isUuid(runId)) throw notFound('run');
  const run = await database()('run')
    .join('course_run', 'course_run.run_id', 'run.id')
    .where({ id: runId, account_id: accountId })
    .first('status', 'course_id', 'result', 'error_code', 'error_detail');
  if (!run) throw notFound('run');
  if (run.status === 'cancelled') throw new ProductError('run.cancelled');
  if (run.status === 'failed') {
    const code = (run.error_code ?? '') in ERRORS ? (run.error_code as ErrorCode) : 'internal';
    throw new ProductError(
      code,
      run.error_detail ?? undefined,
      code.startsWith('spend.') ? { data: { retryAfterS: secondsUntilCapsReset() } } : {},
    );
  }
  if (run.status !== 'completed') throw new Error(`run ${runId} has not ended`);
  const { successful_services, ai_services_used, success_rate, quality_level } = run.result as Orchestration;
  return {
    task_id: runId,
    course_id: run.course_id!,
    course: await getCourse({ accountId, courseId: run.course_id! }),
    ai_services_used,
    ai_orchestration_status: { successful_services, ai_services_used, success_rate, quality_level },
  };
}

interface RunLessonRow {
  readonly plan: CoursePlan | null;
  readonly live: boolean;
  readonly results: Results | null;
  readonly states: Readonly<Record<string, { readonly state: string }>> | null;
  readonly arriving: Arriving | null;
}

/** A lesson whose text is streaming, is about to stream, or was interrupted. */
interface Arriving {
  /** Text of the current claim; '' when it has nothing yet. */
  readonly content: string;
  readonly service: Service | null;
  readonly anew: 'rejected' | 'interrupted' | null;
}

/**
 * Returns a lesson that is written, even if its course is unfinished, or that a service is writing, with the text so far.
 * @throws not_found, also when no service is writing it yet
 */
export async function runLesson({ runId, lessonId, accountId }: { runId: string; lessonId: string; accountId: string }): Promise<{
  lesson: Lesson;
  course_title: string;
  module_title: string;
  awaits: LessonAwaits | null;
  anew: 'rejected' | 'interrupted' | null;
}> {
  if (!isUuid(runId)) throw notFound('run');
  if (!isUuid(lessonId)) throw notFound('lesson');
  const keys = ['outline', ...Object.values(lessonKeys(lessonId))];
  const [row] = await rowsOf<RunLessonRow>(
    database(),
    sql`select own.plan, run.status in ('queued', 'running') as live, made.results, made.states, (
              select jsonb_build_object('content', case when is_now then content else '' end, 'service', step.service, 'anew', case
                       when stream.step_id is null then null
                       when jsonb_path_exists(step.tried, '$[*].hint') then 'rejected' when not is_now or step.tried <> '[]' then 'interrupted' end)
                from step left join lesson_stream stream on stream.step_id = step.id and stream.lesson_id = ${lessonId}
               cross join lateral (select step.state = 'running' and stream.fence is not distinct from step.fence as is_now) now
               where step.run_id = run.id and (step.key = ${lessonKeys(lessonId).write} or step.job = 'write-module' and step.payload->'lessons' ? ${lessonId})
                 and (step.state = 'running' or step.state = 'queued' and stream.step_id is not null)
               order by step.job desc limit 1) as arriving
       from run join course_run own on own.run_id = run.id left join lateral (
              select jsonb_object_agg(key, jsonb_build_object('output', output, 'service', service)) filter (where state = 'completed' and output is not null) as results,
                     jsonb_object_agg(key, jsonb_build_object('state', state)) as states
                from step where run_id = run.id and key = any(${keys}::text[])
            ) made on true
      where run.id = ${runId} and run.account_id = ${accountId}`,
  );
  const { plan, live, results, states, arriving }: Partial<RunLessonRow> = row ?? {};
  const placed = plan && placedLessons(plan).find((lesson) => lesson.planned.lesson_id === lessonId);
  const isArriving = live === true && arriving != null;
  const awaits = isArriving ? 'text' : lessonAwaits(lessonId, new Map(Object.entries(states ?? {})), live === true);
  const lesson =
    placed && (isArriving ? arrivingLesson(placed.planned, arriving) : results && assembleLesson(placed.planned, results, { awaits }));
  if (!placed || !lesson) throw notFound('lesson');
  // a lesson has no marks while the course is being written
  const marks = { completed: false, bookmarked: false, pinned: false };
  return {
    lesson: {
      ...lesson,
      ...marks,
      duration_minutes: lessonMinutes(lesson),
      quiz: lesson.quiz.map(withoutRubric),
      index: `${placed.module}_${placed.lesson}`,
    },
    course_title: plan.title,
    module_title: placed.moduleTitle,
    awaits,
    anew: isArriving ? arriving.anew : null,
  };
}

/** Builds the readable part of a streaming lesson. */
const arrivingLesson = (planned: PlannedLesson, { content, service }: Arriving): LessonContent => ({
  lesson_id: planned.lesson_id,
  title: planned.title,
  content,
  objectives: [...planned.objectives],
  key_takeaways: [],
  duration_minutes: planned.duration_minutes,
  quiz: [],
  exercises: [],
  ...authorsOf({ service, output: service && { by: authorshipOf(service) } }),
  notes: [],
});

/**
 * Returns the form of one of the account's course requests, whatever happened to its run. Fields that did not exist then get their
 * defaults.
 * @throws ProductError not_found, also for a run that writes single lessons
 */
export async function runForm({ runId, accountId }: { runId: string; accountId: string }): Promise<AnswerOf<typeof endpoint>> {
  const run = isUuid(runId)
    ? await database()('run').where({ id: runId, account_id: accountId, kind: 'course' }).first('request')
    : undefined;
  if (!run) throw notFound('run');
  return { form: courseFormSchema.parse(run.request) };
}

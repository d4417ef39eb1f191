import { lookup } from '#contract/platform/lookup.ts';
import { outageLine } from '#contract/generation/outage-line.ts';
import { type StatusEnvelope, WORK_PARTS, type ServiceWork, type WorkPart } from '#contract/generation/course-status.contract.ts';
import { eachService } from '#contract/platform/ai-services.ts';
import { SERVICES, type RunEnvelope, type RunStatus, type Service, type WorkState } from '#contract/platform/status.contract.ts';
import { logLine } from '#domain/platform/runs/run-event.ts';
import type { RunRow } from '#domain/platform/runs/run-kind.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import type { QuizNote } from '#domain/courses/content/course-content.queries.ts';
import { assembleQuiz, type Results } from '#domain/generation/lessons/assemble-lesson.ts';
import { placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { lessonAwaits } from '#domain/generation/lessons/lesson-pending.ts';
import { sql } from '#domain/platform/sql.ts';
import { PAUSES_SQL, retrySeconds, type Pause } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { wasPracticeInterrupted } from '#domain/generation/practice/practice-run.ts';
import { lessonKeys, modulesOf } from './stage-order.ts';

interface StepRow {
  readonly key: string;
  readonly state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly service: Service | null;
  readonly tried: readonly FailedAttempt[];
  /** Services that were preferred but unreachable. */
  readonly passed_over: readonly Service[];
  readonly error_code: string | null;
}

/** The columns that a run of a course, or of single lessons, selects for its envelope, in addition to those of every run. */
export interface CourseDetail {
  readonly language: string;
  readonly plan: CoursePlan | null;
  /** The course it made, or the one it wrote lessons for. */
  readonly course_id: string | null;
  /** The studio course it was requested for. */
  readonly creator_course_id: string | null;
  readonly points_awarded: number | null;
  /** Lessons that this run left out and that its course has now, by id, with their positions. */
  readonly written_later: Readonly<Record<string, string>> | null;
  /** Lessons that got their practice later from another run, by id. */
  readonly practised_later: readonly string[] | null;
  /** Lessons without practice in the run's current course: this run's results for each, by id. */
  readonly unpractised: Readonly<Record<string, Results>> | null;
  /** Live runs that write lessons this run left out, or their practice, by lesson. */
  readonly written_by: Readonly<Record<string, string>> | null;
  /** Paused services, for a live run. */
  readonly pauses: readonly Pause[] | null;
  /** Tokens that its part runs (below) have reserved, and were charged; both null without such runs. */
  readonly part_tokens: { readonly reserved: number | null; readonly charged: number | null } | null;
}

/** A course's part runs: its pictures and simulation, and the clip that its pictures have ordered. */
const PARTS_SQL = sql`(
  select part.* from run part where part.parent_id = run.id
   union all
  select clip.* from run pictures join step on step.run_id = pictures.id and step.key = 'clip' join run clip on clip.id::text = step.output->>'clip_run_id'
   where pictures.parent_id = run.id)`;

const MADE_SQL = sql`run.kind = 'course' and run.status = 'completed' and own.course_id is not null`;
const LIVE_LESSONS_SQL = sql`course join course_version live on live.course_id = course.id and live.number = course.current_version`;

export const COURSE_DETAIL_SQL = sql`(
  select jsonb_build_object(
    'language', run.request->>'language_preference',
    'creator_course_id', case when run.kind = 'course' then run.request->>'creator_course_id' end,
    'plan', own.plan,
    'course_id', coalesce(own.course_id, case when run.status = 'completed' then own.target_course_id end),
    'points_awarded', case when run.status = 'completed' then (select points from point_entry where account_id = run.account_id and cause = 'course:' || run.id) end,
    'written_later', case when ${MADE_SQL} then (
      select jsonb_object_agg(lesson #>> '{lesson_id}', (m - 1) || '_' || (l - 1))
        from ${LIVE_LESSONS_SQL},
             jsonb_array_elements(live.contents->'modules') with ordinality module (module, m),
             jsonb_array_elements(module->'lessons') with ordinality lesson (lesson, l)
       where course.id = own.course_id and not exists (
         select from step where step.run_id = run.id and step.key = 'lesson:' || (lesson #>> '{lesson_id}') and step.state = 'completed')
    ) end,
    'practised_later', case when ${MADE_SQL} then (
      select jsonb_agg(lesson #>> '{lesson_id}')
        from ${LIVE_LESSONS_SQL}, jsonb_path_query(live.contents, '$.modules[*].lessons[*]') lesson
       where course.id = own.course_id and (lesson->>'has_practice')::boolean and (run.stopped or exists (
         select from step where step.run_id = run.id and step.key = 'practice:' || (lesson #>> '{lesson_id}') and step.state = 'failed'))
    ) end,
    'unpractised', case when ${MADE_SQL} then (
      select jsonb_object_agg(named.lesson_id, coalesce(made.results, '{}'))
        from ${LIVE_LESSONS_SQL}, jsonb_path_query(live.contents, '$.modules[*].lessons[*]') lesson,
             lateral (select lesson #>> '{lesson_id}' as lesson_id) named,
             lateral (select jsonb_object_agg(key, jsonb_build_object('output', output, 'service', service)) as results
                        from step where run_id = run.id and state = 'completed' and output is not null
                         and key in ('practice:' || named.lesson_id, 'review:' || named.lesson_id, 'correct:' || named.lesson_id, 'recheck:' || named.lesson_id)) made
       where course.id = own.course_id and not (lesson->>'has_practice')::boolean
    ) end,
    'part_tokens', case when run.kind = 'course' then (
      select jsonb_build_object('reserved', sum(tokens_reserved) filter (where status in ('queued', 'running')),
                                'charged', sum(tokens_charged) filter (where status not in ('queued', 'running')))
        from ${PARTS_SQL} part) end,
    'pauses', case when run.status in ('queued', 'running') then ${PAUSES_SQL} end,
    'written_by', case when ${MADE_SQL} then (
      select jsonb_object_agg(lesson #>> '{}', writer.id)
        from course_run theirs join run writer on writer.id = theirs.run_id, jsonb_path_query(theirs.plan, '$.modules[*].lessons[*].lesson_id') lesson
       where theirs.target_course_id = own.course_id and writer.status in ('queued', 'running') and writer.request->>'missing_from_run' is not null
    ) end)
    from course_run own where own.run_id = run.id)`;

export type CourseRow = RunRow<CourseDetail>;

const POLL_AFTER_MS = { queued: 2_000, running: 1_000, completed: 0, failed: 0, cancelled: 0 } as const satisfies Record<RunStatus, number>;
/** For an ended run, while another run writes its missing parts. */
const POLL_AFTER_ADDITION_MS = 2_000;
/** It does not change by itself then; only another device may have approved it. */
const POLL_AFTER_APPROVAL_MS = 3_000;

/** The details of a course in the envelope of its run. */
type Details = Omit<StatusEnvelope, keyof RunEnvelope>;

/** Returns a course's details, in addition to the fields of every run; known facts only. */
export function courseDetails(row: CourseRow): Details {
  const run = row.of_library ? withoutServices(row) : row;
  const steps = stepsOf(run);
  const services = serviceStates(run);
  const reasons = serviceFailures(services, steps);
  const work = serviceWork(steps, isLive(run));
  const retryS = retrySeconds(run.detail.pauses);
  const { language, course_id: courseId, creator_course_id: studioId, points_awarded: points } = run.detail;
  const { reserved, charged } = partTokens(run);
  return {
    topic: run.subject,
    language,
    services,
    ...(reasons && { service_failures: reasons }),
    ...(retryS && { service_retry_s: retryS }),
    ...(work && { service_work: work }),
    items: itemsOf(run),
    ...planToApprove(run),
    ...(courseId ? { result: { course_id: courseId } } : {}),
    ...(studioId ? { creator_course_id: studioId } : {}),
    ...(points ? { points_awarded: points } : {}),
    ...(reserved + charged > 0 && { part_tokens: { reserved, charged } }),
  };
}

/** Returns a run that the demo library gives as others are told of it: nobody of a service's name has worked, waits or failed. */
const withoutServices = (run: CourseRow): CourseRow => ({
  ...run,
  steps: (run.steps ?? []).map((step) => ({
    ...step,
    service: null,
    passed_over: [],
    tried: step.tried.map((one) => ({ ...one, service: null })),
  })),
  detail: { ...run.detail, pauses: null },
});

/** Returns what an outline that waits for its approval has besides its lessons; nothing in plans of older releases. */
function planToApprove({ status, stage, detail: { plan } }: CourseRow): Pick<Details, 'plan'> {
  if (status !== 'running' || stage !== 'approval' || !plan?.shared) return {};
  return { plan: { description: plan.description, thread: plan.shared.thread, final_task: plan.shared.final_task } };
}

const partTokens = ({ detail: { part_tokens: tokens } }: CourseRow) => ({ reserved: tokens?.reserved ?? 0, charged: tokens?.charged ?? 0 });

const isLive = ({ status }: CourseRow): boolean => status === 'running' || status === 'queued';

/** Narrows the steps' type: only the four AI services execute them. */
const stepsOf = (run: CourseRow) => (run.steps ?? []) as readonly StepRow[];

function serviceStates(run: CourseRow): Record<Service, WorkState> {
  const steps = stepsOf(run);
  return eachService((service) => serviceState(service, steps, isLive(run)));
}

/** Tells whether no connected service answers; nobody can estimate for how long. */
export function isServiceOutage(run: CourseRow, connected: readonly Service[]): boolean {
  const services = serviceStates(run);
  return connected.every((service) => services[service] === 'failed') || Boolean(outageLine({ log: (run.log ?? []).map(logLine) }));
}

function itemsOf(run: CourseRow): StatusEnvelope['items'] {
  const live = isLive(run);
  const byKey = new Map(stepsOf(run).map((step) => [step.key, step]));
  const { plan, written_later: later, written_by: writers } = run.detail;
  const modules = plan ? modulesOf(plan) : [];
  return plan
    ? placedLessons(plan).map(({ module, lesson, moduleTitle, planned }) => {
        const keys = lessonKeys(planned.lesson_id);
        const inModule = byKey.get(modules.find(({ ids }) => ids.includes(planned.lesson_id))?.key ?? '');
        const step = byKey.get(keys.write) ?? (inModule && isUnderWay(inModule) ? inModule : undefined);
        const failures = stepFailures(step);
        const practiceFailures = practiceFailuresOf(run, planned.lesson_id, byKey);
        const awaits = lessonAwaits(planned.lesson_id, byKey, live);
        const isReadable = step?.state === 'completed';
        const isLacking = isReadable ? Boolean(practiceFailures) : later?.[planned.lesson_id] === undefined;
        const writer = isLacking ? writers?.[planned.lesson_id] : undefined;
        return {
          id: planned.lesson_id,
          module,
          module_title: moduleTitle,
          lesson,
          title: planned.title,
          state: itemState(step, live),
          readable: isReadable,
          ...(awaits && { awaits }),
          service: step?.service ?? null,
          ...(failures && { failures }),
          ...(practiceFailures && { practice_failures: practiceFailures }),
          ...(later?.[planned.lesson_id] !== undefined && { written_later: later[planned.lesson_id] }),
          ...(writer !== undefined && { being_written_in: writer }),
        };
      })
    : [];
}

export function pollMs(run: CourseRow): number {
  if (run.status === 'running' && run.stage === 'approval') return POLL_AFTER_APPROVAL_MS;
  if (isLive(run)) return POLL_AFTER_MS[run.status];
  const isAdded = run.detail.written_by !== null && itemsOf(run).some((item) => item.being_written_in !== undefined);
  return isAdded || partTokens(run).reserved > 0 ? POLL_AFTER_ADDITION_MS : POLL_AFTER_MS[run.status];
}

/** Explains why a written lesson has no practice; null if it has some, or has by now. */
function practiceFailuresOf(run: CourseRow, lessonId: string, byKey: ReadonlyMap<string, StepRow>): ReturnType<typeof stepFailures> {
  if (run.detail.practised_later?.includes(lessonId)) return null;
  const isKept = run.stopped && run.status === 'completed';
  if (isKept && wasPracticeInterrupted((key) => byKey.get(key)?.state, lessonId)) return [{ service: null, code: 'run.cancelled' }];
  const made = run.detail.unpractised?.[lessonId];
  const note = made ? assembleQuiz(lessonId, made).note : null;
  return note ? [{ service: null, code: QUIZ_CODES[note] }] : stepFailures(byKey.get(lessonKeys(lessonId).practice));
}

/** Codes for why a written quiz is not in the course. */
const QUIZ_CODES = { quiz_unchecked: 'quiz.unchecked', quiz_dropped: 'quiz.dropped' } as const satisfies Record<QuizNote, string>;

/**
 * Returns a service's state: processing while one of its calls runs; completed once it has delivered a step; failed when all its calls
 * failed, or when it did not answer in its turn and another service took over; pending before its turn.
 */
function serviceState(service: Service, steps: readonly StepRow[], live: boolean): WorkState {
  if (live && steps.some((step) => step.state === 'running' && step.service === service)) return 'processing';
  if (steps.some((step) => step.state === 'completed' && step.service === service)) return 'completed';
  const had = (step: StepRow) => step.passed_over.includes(service) || step.tried.some((attempt) => attempt.service === service);
  return steps.some(had) ? 'failed' : 'pending';
}

const isUnderWay = ({ state }: StepRow): boolean => state === 'queued' || state === 'running';

function itemState(step: StepRow | undefined, live: boolean): WorkState {
  if (step?.state === 'completed' || step?.state === 'failed') return step.state;
  if (live && step && (step.state === 'running' || step.tried.length > 0)) return 'processing';
  return live ? 'pending' : 'failed';
}

/** The fields of a step that explain its failures. */
interface FailingStep {
  readonly state: string;
  readonly tried: readonly FailedAttempt[];
  readonly passed_over: readonly Service[];
  readonly error_code: string | null;
}

type Failures = NonNullable<StatusEnvelope['items'][number]['failures']>;

/**
 * Explains why a step failed for good; null if it did not. If no service was left: the result of each service's last try, in the order they
 * were asked. Otherwise the cause is ours, and the step's own code names it.
 */
function stepFailures(step: FailingStep | undefined): Failures | null {
  if (step?.state !== 'failed') return null;
  if (step.error_code !== null && step.error_code !== 'vendors.exhausted') return [{ service: null, code: step.error_code }];
  const last = [...new Map(step.tried.map(({ service, code }) => [service, { service: service as Service | null, code }])).values()];
  const unasked = step.passed_over.filter((service) => !last.some((one) => one.service === service));
  return [...last, ...unasked.map((service) => ({ service, code: 'vendors.unavailable' }))];
}

/** Returns the last error of each service that failed in a run; a skipped one counts as unreachable. Null when none failed. */
function serviceFailures(
  states: Readonly<Record<Service, WorkState>>,
  steps: readonly FailingStep[],
): NonNullable<StatusEnvelope['service_failures']> | null {
  const tries = steps.flatMap(({ tried }) => tried).toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const failed = SERVICES.filter((service) => states[service] === 'failed');
  if (failed.length === 0) return null;
  return Object.fromEntries(
    failed.map((service) => [service, tries.findLast((one) => one.service === service)?.code ?? 'vendors.unavailable']),
  );
}

interface WorkStep {
  /** A step's key as in `stage-order.ts`: `outline`, `lesson:<id>`. */
  readonly key: string;
  readonly state: string;
  readonly service: Service | null;
}

/** Prefixes of steps' keys. Assembly involves no service. */
const PARTS: Readonly<Record<string, WorkPart>> = lookup({
  outline: 'outline',
  research: 'research',
  module: 'lesson',
  lesson: 'lesson',
  practice: 'practice',
  workshop: 'practice',
  review: 'review',
  correct: 'correction',
  recheck: 'review',
});

/** Returns each service's current work in a live run, and its deliveries so far; services with neither are omitted. Null when all are. */
function serviceWork(steps: readonly WorkStep[], live: boolean): NonNullable<StatusEnvelope['service_work']> | null {
  const found = SERVICES.map(
    (service) =>
      [
        service,
        workOf(
          steps.filter((step) => step.service === service),
          live,
        ),
      ] as const,
  );
  const work = found.filter(([, { now, done }]) => now.length + done.length > 0);
  return work.length > 0 ? Object.fromEntries(work) : null;
}

function workOf(steps: readonly WorkStep[], live: boolean): ServiceWork {
  const known = steps.flatMap(({ key, state }) => {
    const [kind = '', lessonId = null] = key.split(':');
    const part = PARTS[kind];
    // the lessons that a module's call has delivered count by themselves
    const isDelivered = kind === 'module' && state === 'completed';
    return part && !isDelivered ? [{ part, state, lesson_id: lessonId }] : [];
  });
  const done = WORK_PARTS.map((part) => ({ part, count: known.filter((step) => step.part === part && step.state === 'completed').length }));
  return {
    now: live ? known.filter(({ state }) => state === 'running').map(({ part, lesson_id }) => ({ part, lesson_id })) : [],
    done: done.filter(({ count }) => count > 0),
  };
}

import { outageLine } from '#contract/generation/outage-line.ts';
import {
  SERVICES,
  type RunStage,
  type RunStatus,
  type Service,
  type LogLine,
  type StatusEnvelope,
  type WorkState,
} from '#contract/platform/status.contract.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { Try } from '#domain/platform/steps/step.ts';
import type { QuizNote } from '#domain/generation/answers/answer-problem.ts';
import { assembleQuiz, type Results } from '#domain/generation/lessons/assemble-lesson.ts';
import { placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { lessonAwaits } from '#domain/generation/lessons/lesson-awaits.ts';
import { serviceFailures, stepFailures } from '#domain/generation/answers/failure-messages.ts';
import { createPollPace } from '#domain/generation/forecast/poll-pace.ts';
import { wasPracticeCutOff } from '#domain/generation/practice/practice-later.ts';
import { serviceWork } from './service-work.ts';
import { mayGoOn } from '#domain/generation/answers/run-failure.ts';
import { lessonKeys } from './stage-order.ts';

interface StepRow {
  readonly key: string;
  readonly state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly service: Service | null;
  readonly tried: readonly Try[];
  /** Services that would have been asked, had they been within reach. */
  readonly passed_over: readonly Service[];
  readonly error_code: string | null;
}

/** A line of the log as the store's JSON has it. */
export interface LogRow {
  readonly at: string;
  readonly event: string;
  readonly text: string;
  readonly words: Sentence | null;
}

/** A run as `runEnvelope` reads it. */
export interface RunRow {
  readonly id: string;
  readonly account_id: string;
  readonly kind: 'course' | 'lesson';
  readonly status: RunStatus;
  readonly stage: RunStage;
  readonly progress: number;
  readonly topic: string;
  readonly language: string;
  readonly title: string | null;
  readonly plan: CoursePlan | null;
  /** The course it made, or the one it wrote lessons for. */
  readonly course_id: string | null;
  readonly points_awarded: number | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly stopped: boolean;
  readonly tokens_reserved: number;
  readonly tokens_charged: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly steps: readonly StepRow[] | null;
  readonly log: readonly LogRow[] | null;
  readonly log_earlier: number;
  readonly queue_position: number | null;
  /** Lessons this run left out that its course has now, by id, with where they stand. */
  readonly written_later: Readonly<Record<string, string>> | null;
  /** Lessons whose practice this run could not write, or was stopped before, that have some in its course now, by id. */
  readonly practised_later: readonly string[] | null;
  /** Lessons that are without practice in the run's course now: what this run has made of it for each, by id. */
  readonly unpractised: Readonly<Record<string, Results>> | null;
  /** Live runs that write lessons this run left out, or their practice, by lesson. */
  readonly written_by: Readonly<Record<string, string>> | null;
}

const POLL_AFTER_MS = { queued: 2_000, running: 1_000, completed: 0, failed: 0, cancelled: 0 } as const satisfies Record<RunStatus, number>;
/** Of a run that has ended, while another one writes what it lacks. */
const POLL_AFTER_ADDITION_MS = 2_000;
/** Nothing happens by itself then; only another device may have approved it. */
const POLL_AFTER_APPROVAL_MS = 3_000;
const pace = createPollPace();

/** The wire form of a run: only what is known, nothing guessed. */
export function statusEnvelope(run: RunRow, eta: StatusEnvelope['eta']): StatusEnvelope {
  const steps = run.steps ?? [];
  const live = run.status === 'running' || run.status === 'queued';
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const later = run.written_later;
  const services = Object.fromEntries(
    SERVICES.map((service) => [service, serviceState(service, steps, live)]),
  ) as StatusEnvelope['services'];
  const nobodyDelivers = SERVICES.every((service) => services[service] === 'failed');
  const reasons = serviceFailures(services, steps);
  const work = serviceWork(steps, live);
  const log = (run.log ?? []).map(logLine);
  const items: StatusEnvelope['items'] = run.plan
    ? placedLessons(run.plan).map(({ module, lesson, moduleTitle, planned }) => {
        const keys = lessonKeys(planned.lesson_id);
        const step = byKey.get(keys.write);
        const failures = stepFailures(step);
        const practiceFailures = practiceFailuresOf(run, planned.lesson_id, byKey);
        const awaits = lessonAwaits(planned.lesson_id, byKey, live);
        const isReadable = step?.state === 'completed';
        const isLacking = isReadable ? Boolean(practiceFailures) : later?.[planned.lesson_id] === undefined;
        const writer = isLacking ? run.written_by?.[planned.lesson_id] : undefined;
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
  return {
    task_id: run.id,
    kind: run.kind,
    status: run.status,
    progress: run.progress,
    stage: run.stage,
    title: run.title,
    topic: run.topic,
    language: run.language,
    created_at: run.created_at.toISOString(),
    started_at: run.started_at?.toISOString() ?? null,
    finished_at: run.finished_at?.toISOString() ?? null,
    services,
    ...(reasons && { service_failures: reasons }),
    ...(work && { service_work: work }),
    items,
    log,
    ...(run.log_earlier > 0 && { log_earlier: run.log_earlier }),
    queue_position: run.queue_position,
    // nobody can know how long an outage lasts
    eta: nobodyDelivers || outageLine({ log }) ? null : eta,
    stopped: run.stopped,
    poll_after_ms: pace(calmPollMs(run, items)),
    tokens: { reserved: run.tokens_reserved, charged: run.tokens_charged },
    ...(run.course_id ? { result: { course_id: run.course_id } } : {}),
    ...(run.points_awarded ? { points_awarded: run.points_awarded } : {}),
    ...(run.error_code ? { error: { code: run.error_code, detail: run.error_detail ?? '' } } : {}),
    ...(mayGoOn(run) && byKey.get('outline')?.state === 'completed' ? { can_retry: true } : {}),
  };
}

function calmPollMs({ status, stage }: RunRow, items: StatusEnvelope['items']): number {
  if (status === 'running' && stage === 'approval') return POLL_AFTER_APPROVAL_MS;
  return items.some((item) => item.being_written_in !== undefined) ? POLL_AFTER_ADDITION_MS : POLL_AFTER_MS[status];
}

/** Why a written lesson is without practice; null where it is not, or has some by now. */
function practiceFailuresOf(run: RunRow, lessonId: string, byKey: ReadonlyMap<string, StepRow>): ReturnType<typeof stepFailures> {
  if (run.practised_later?.includes(lessonId)) return null;
  const isKept = run.stopped && run.status === 'completed';
  if (isKept && wasPracticeCutOff((key) => byKey.get(key)?.state, lessonId)) return [{ service: null, code: 'run.cancelled' }];
  const made = run.unpractised?.[lessonId];
  const note = made ? assembleQuiz(lessonId, made).note : null;
  return note ? [{ service: null, code: QUIZ_CODES[note] }] : stepFailures(byKey.get(lessonKeys(lessonId).practice));
}

/** Why a quiz that was written is not there, as codes. */
const QUIZ_CODES = { quiz_unchecked: 'quiz.unchecked', quiz_dropped: 'quiz.dropped' } as const satisfies Record<QuizNote, string>;

/** The wire form of a line of the log. */
export const logLine = ({ at, event, text, words }: LogRow): LogLine => ({
  at: new Date(at).toISOString(),
  event,
  text,
  ...(words && { words }),
});

/**
 * True to each service: processing while one of its calls runs; completed once it has delivered a step; failed when all it was asked
 * for failed, or when it was not answering when its turn came and another one took its part; pending while it has had no turn.
 */
function serviceState(service: Service, steps: readonly StepRow[], live: boolean): WorkState {
  if (live && steps.some((step) => step.state === 'running' && step.service === service)) return 'processing';
  if (steps.some((step) => step.state === 'completed' && step.service === service)) return 'completed';
  const had = (step: StepRow) => step.passed_over.includes(service) || step.tried.some((attempt) => attempt.service === service);
  return steps.some(had) ? 'failed' : 'pending';
}

function itemState(step: StepRow | undefined, live: boolean): WorkState {
  if (step?.state === 'completed' || step?.state === 'failed') return step.state;
  if (live && step && (step.state === 'running' || step.tried.length > 0)) return 'processing';
  return live ? 'pending' : 'failed';
}

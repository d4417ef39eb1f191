import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { PRACTICE_ONLY, CHECK_ONLY } from '#domain/generation/rewrites/rewrite-plan.ts';
import type { Order, OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { commonReason } from '#domain/vendors/llm/failure-cause.ts';
import { stageOrder, type Order as StageOrder, type StepSummary } from './stage-order.ts';

/** The facts that `order` needs about a run that writes a course, or lessons of one. */
export interface CourseContext {
  readonly kind: 'course' | 'lesson';
  readonly plan: CoursePlan | null;
  readonly gated: boolean;
  readonly practiceOnly: boolean;
  readonly checkOnly: boolean;
  /** The lane of interactive runs, whose calls are not the vendors' batches, which take a day a stage. */
  readonly isAwaited: boolean;
}

export type CourseStepSummary = OrderedStep & StepSummary;

export const COURSE_SOURCE = {
  join: sql`left join course_run own on own.run_id = run.id`,
  context: sql`jsonb_build_object('kind', run.kind, 'plan', own.plan,
    'gated', run.kind = 'course' and own.approved_at is null and coalesce((run.request->>'review_outline')::boolean, false),
    'practiceOnly', ${PRACTICE_ONLY}, 'checkOnly', ${CHECK_ONLY},
    'isAwaited', run.lane <> 'batch' and not run.by_vendor_batch)`,
  step: sql`jsonb_build_object(
    'verdict', case when step.job = 'review-lesson' then step.output->>'verdict' end,
    'questions', case when step.job = 'write-practice' then jsonb_array_length(step.output->'quiz')
                      when step.job = 'write-workshop' then jsonb_array_length(jsonb_path_query_array(step.output, '$.workshop.steps[*].field ? (@ != null)'))
                      when step.job in ('review-lesson','correct-lesson') then jsonb_array_length(step.output->'question_verdicts') end,
    'unjudged', case when step.job = 'correct-lesson' then (step.output->>'unjudged')::int end,
    'isChanged', case when step.job = 'correct-lesson' then jsonb_exists(step.output, 'content') end)`,
} as const;

/** Key prefixes of the steps whose failure fails a run. */
const CULPRITS = { outline: 'outline', no_lessons: 'lesson:', practice: 'practice:', review: 'review:', assembly: '' } as const;

/** Returns the next steps of a run that writes a course or lessons of one, or why it fails if it cannot be completed. */
export function orderOf(
  { plan, gated, kind, practiceOnly, checkOnly, isAwaited }: CourseContext,
  steps: readonly CourseStepSummary[],
): Order {
  // plans of older releases say nothing that all lessons share
  const writing = plan?.shared && isAwaited ? 'modules' : 'at_once';
  const { failed, ...order } = stageOrder(plan, steps, { gated, kind, practiceOnly, checkOnly, writing });
  if (!failed) return order;
  const culprits = steps.filter((step) => step.state === 'failed' && step.key.startsWith(CULPRITS[failed]));
  return { ...order, failed: { code: failureOf(failed, culprits), tried: culprits.flatMap((step) => step.tried) } };
}

/** The fields of a failed step that decide its run's error. */
export interface FailedStep {
  readonly tried: readonly FailedAttempt[];
  /** Services that were preferred but unreachable. */
  readonly passed_over: readonly string[];
  readonly error_code: string | null;
}

/**
 * Returns why a run failed, from the steps that failed it: the reason they share, ours (a spending cap, a bug) or the services'. If reasons
 * differ it says only that; each lesson states its own.
 */
export function failureOf(what: NonNullable<StageOrder['failed']>, culprits: readonly FailedStep[]): ErrorCode {
  if (what === 'assembly') return 'internal';
  const own = culprits.map(({ error_code: code }) => (code && code in ERRORS && !code.startsWith('vendors.') ? (code as ErrorCode) : null));
  if (own[0] && own.every((code) => code === own[0])) return own[0];
  const shared = own.some((code) => code !== null) ? null : commonReason(culprits.flatMap(codesOf));
  return shared ?? (what === 'no_lessons' ? 'run.no_lessons' : 'vendors.failed');
}

/** Returns the services' errors, including services that were unreachable all the time. */
function codesOf({ tried, passed_over: passedOver }: FailedStep): string[] {
  const unasked = passedOver.filter((service) => !tried.some((one) => one.service === service));
  return [...tried.map(({ code }) => code), ...unasked.map(() => 'vendors.unavailable')];
}

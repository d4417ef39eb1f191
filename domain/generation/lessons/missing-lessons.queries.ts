import { lessonsCost } from '#contract/generation/lesson-cost.ts';
import { wasPaidByPlan } from '#domain/billing/quotas/quota-use.queries.ts';
import { idsOf, liveContents } from '#domain/courses/content/live-lesson.queries.ts';
import { versionWith } from '#domain/courses/versions/version.queries.ts';
import { database } from '#domain/platform/database.ts';
import { jobIdOf } from '#domain/platform/job-id.ts';
import { placedLessons, type CoursePlan, pricedLessons } from '#domain/generation/outline/course-plan.ts';
import { missingRunsQuery, runsOfMissing, type MissingRun } from './missing-runs.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

/** Planned lessons that a course lacks. */
export interface MissingLessons {
  /** The run that made the course; null when it was deleted together with its plan. */
  readonly fromRun: string | null;
  /** Missing lessons that are not being written, in order. */
  readonly open: readonly string[];
  /** Live runs that write the other missing lessons, newest first. */
  readonly writing: readonly MissingRun[];
  /** Maximum cost of the open ones, in hundredths of a token. */
  readonly cost: number;
  /** An earlier version that has some of the open lessons, and how many: restoring it costs nothing. */
  readonly inVersion: { readonly number: number; readonly lessons: number } | null;
}

/**
 * Returns the missing lessons of one of the account's courses, the runs that are writing them, and the cost of the rest.
 * @throws ProductError not_found
 */
export async function missingLessons({ accountId, courseId }: { accountId: string; courseId: string }): Promise<MissingLessons> {
  const course = await liveContents({ accountId, courseId });
  const run =
    course.runId &&
    (await database()('run')
      .join('course_run', 'run_id', 'id')
      .where({ id: course.runId, account_id: accountId })
      .first('id', 'attempt', 'plan'));
  if (!run?.plan) return { fromRun: null, open: [], writing: [], cost: 0, inVersion: null };
  const planned = placedLessons(run.plan as CoursePlan).map(({ planned: { lesson_id } }) => lesson_id);
  const live = new Set(idsOf(course.contents).flat());
  const writing = await runsOfMissing(database(), course.courseId);
  const open = planned.filter((id) => !live.has(id) && !writing.some(({ lessonIds }) => lessonIds.includes(id)));
  const cost = await missingCost({ courseId: course.courseId, run, planned: pricedLessons(run.plan as CoursePlan), lessonIds: open });
  const inVersion = open.length > 0 ? await versionWith({ courseId: course.courseId, lessonIds: open }) : null;
  return { fromRun: run.id, open, writing, cost, inVersion };
}

/**
 * Returns the maximum cost of writing lessons that a run has left out, in hundredths of a token. It is 0 when a unit of the plan has paid
 * for the whole course, but only once: restoring an earlier version loses the added lessons again, and then they cost the same as any
 * lesson.
 */
export async function missingCost(given: {
  readonly courseId: string;
  /** The course's own run. */
  readonly run: { readonly id: string; readonly attempt: number };
  /** Number of lessons that its price is divided by (`pricedLessons`). */
  readonly planned: number;
  readonly lessonIds: readonly string[];
}): Promise<number> {
  const { courseId, run, planned, lessonIds } = given;
  if (!(await wasPaidByPlan(database(), { jobId: jobIdOf(run.id, run.attempt), feature: 'text_course' })))
    return lessonsCost(lessonIds.length, planned);
  const done: string[] = await missingRunsQuery(database(), courseId)
    .join('step', 'step.run_id', 'run.id')
    .where('run.status', 'completed')
    .where('course_run.settled', 'accepted')
    .where('step.state', 'completed')
    .pluck('step.key');
  return lessonsCost(lessonIds.filter((id) => done.includes(lessonKeys(id).write)).length, planned);
}

import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { CourseContent } from '#domain/courses/content/course-content.ts';
import { createCourse } from '#domain/courses/content/create-course.command.ts';
import { awardPoints, POINTS } from '#domain/progress/award-points.command.ts';
import { chargeRun } from './charge-run.command.ts';
import { courseContent, orchestrationOf, type RunWork } from './course-of-run.ts';
import { placedLessons } from '#domain/generation/outline/course-plan.ts';

interface Completion {
  readonly runId: string;
  readonly accountId: string;
  readonly form: CourseForm;
  readonly work: RunWork;
  /** The learner ended it early and keeps what there is. */
  readonly stopped?: boolean;
}

/**
 * Makes the course of a run from its finished steps, charges it and ends the run, in the caller's transaction, which holds the run's row: a
 * course without an ended run, or the other way round, cannot exist.
 * @returns the course's id and its content, and in words what was charged
 */
export async function completeRun(
  trx: Knex.Transaction,
  { runId, accountId, form, work, stopped = false }: Completion,
): Promise<{ courseId: string; content: CourseContent; charge: Sentence }> {
  const content = courseContent(work, form.language_preference);
  const courseId = await createCourse(trx, { accountId, runId, courseId: uuidv7(), form, document: content });
  const planned = placedLessons(work.plan).length;
  const { charged, said } = await chargeRun(trx, { runId, delivered: planned - content.missing_lessons, planned, stopped });
  // one that goes on after a failure may be waiting for its turn when it is stopped and kept
  await trx('run')
    .where({ id: runId })
    .whereIn('status', ['queued', 'running'])
    .update({
      status: 'completed',
      stage: 'done',
      progress: 100,
      course_id: courseId,
      result: JSON.stringify(orchestrationOf(work, content)),
      stopped,
      tokens_charged: charged,
      finished_at: trx.fn.now(),
    });
  // what was stopped early is no finished course
  if (!stopped) await awardPoints(trx, { accountId, cause: `course:${runId}`, points: POINTS.course_generated });
  return { courseId, content, charge: said };
}

import { PRACTICE_ONLY } from '#domain/generation/rewrites/rewrite-plan.ts';
import type { Knex } from 'knex';
import { expression, sql } from '#domain/platform/sql.ts';
import { hasPractice } from '#domain/courses/content/lesson.commands.ts';
import { lockCourse } from '#domain/courses/versions/version.commands.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { attachRunKey, type SentRequest } from '#domain/platform/runs/run-key.ts';

/** A live run that writes a course's missing lessons, or missing practice of its lessons. */
export interface MissingRun {
  readonly runId: string;
  readonly lessonIds: readonly string[];
}

/** Returns live runs that write a course's missing lessons, or else only missing practice, newest first. */
export async function runsOfMissing(knex: Knex, courseId: string, isPractice = false): Promise<MissingRun[]> {
  const runs: { id: string; plan: CoursePlan }[] = await missingRunsQuery(knex, courseId, isPractice)
    .whereIn('status', ['queued', 'running'])
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select('id', 'plan');
  return runs.map(({ id, plan }) => ({ runId: id, lessonIds: placedLessons(plan).map(({ planned }) => planned.lesson_id) }));
}

/** Selects live and past runs that write a course's missing lessons, or else only practice. */
export const missingRunsQuery = (knex: Knex, courseId: string, isPractice = false) =>
  knex('run')
    .join('course_run', 'course_run.run_id', 'run.id')
    .where({ target_course_id: courseId, kind: 'lesson' })
    .where(expression(knex, sql`request->>'missing_from_run' is not null and ${PRACTICE_ONLY} = ${isPractice}`));

/** Another run has started to write one of the missing lessons. */
export class LessonsBeingWritten extends Error {}

/**
 * Returns the live run that writes all of these missing lessons, or their missing practice, if there is one, and stores the idempotency key
 * for it.
 * @throws ProductError course.lesson_rewriting when only some of them are being written: those must not be paid twice
 */
export async function joinMissing(
  sent: SentRequest,
  { courseId, lessonIds, isPractice }: { courseId: string; lessonIds: readonly string[]; isPractice: boolean },
): Promise<string | null> {
  const runs = await runsOfMissing(database(), courseId, isPractice);
  const all = runs.find((run) => lessonIds.every((id) => run.lessonIds.includes(id)));
  if (all) return attachRunKey(sent, all.runId);
  if (runs.some((run) => lessonIds.some((id) => run.lessonIds.includes(id))))
    throw new ProductError('course.lesson_rewriting', 'Some of these lessons are already being written.');
  return null;
}

/**
 * Locks the course's row, so that only one of two requests for the same missing lessons comes first.
 * @throws LessonsBeingWritten; ProductError run.lesson_not_failed when one of them, or its practice, exists by now
 */
export async function holdMissing(
  trx: Knex.Transaction,
  {
    accountId,
    courseId,
    lessonIds,
    isPractice,
  }: { accountId: string; courseId: string; lessonIds: readonly string[]; isPractice: boolean },
): Promise<void> {
  const { content } = await lockCourse(trx, accountId, courseId);
  const isOneOf = (id: string) => lessonIds.includes(id);
  const there = content.modules.flatMap(({ lessons }) => lessons).filter((lesson) => !isPractice || hasPractice(lesson));
  if (there.some(({ lesson_id: id }) => isOneOf(id))) throw new ProductError('run.lesson_not_failed');
  if ((await runsOfMissing(trx, courseId, isPractice)).some((run) => run.lessonIds.some(isOneOf))) throw new LessonsBeingWritten();
}

import { addFinishedStep, copyFinishedStep } from '#domain/platform/steps/step.commands.ts';
import type { Knex } from 'knex';
import type { Service } from '#contract/platform/status.contract.ts';
import { hasPractice } from '#domain/courses/content/lesson.commands.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { assembleQuiz } from '#domain/generation/lessons/assemble-lesson.ts';
import { addWrittenText } from '#domain/generation/lessons/written-lesson.commands.ts';
import { sql } from '#domain/platform/sql.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

/**
 * Tells, for a run that was stopped with its work kept, whether the stop came before a written lesson's practice was finished and checked.
 * Such practice is not in the course.
 * @param stateOf returns a step's state by its key; undefined for a step that was never added
 */
export function wasPracticeInterrupted(stateOf: (key: string) => string | undefined, lessonId: string): boolean {
  const keys = lessonKeys(lessonId);
  const isCut = (key: string) => !['completed', 'failed'].includes(stateOf(key) ?? '');
  if (stateOf(keys.write) !== 'completed' || stateOf(keys.practice) === 'failed') return false;
  return isCut(keys.practice) || isCut(keys.check) || stateOf(keys.recheck) === 'cancelled';
}

/**
 * Returns a course's live lessons without practice because its run could not write it, was stopped before, or wrote a quiz of which no
 * question remained.
 */
export async function withoutPractice(knex: Knex, runId: string, lessons: readonly LessonContent[]): Promise<LessonContent[]> {
  const open = lessons.filter((lesson) => !hasPractice(lesson));
  const steps: { key: string; state: string; stopped: boolean; output: unknown; service: Service | null }[] = await knex('step')
    .join('run', 'run.id', 'step.run_id')
    .where({ run_id: runId })
    .whereIn(
      'key',
      open.flatMap(({ lesson_id: id }) => Object.values(lessonKeys(id))),
    )
    .select('key', 'state', 'stopped', 'output', 'service');
  const states = new Map(steps.map(({ key, state }) => [key, state]));
  const stateOf = (key: string) => states.get(key);
  const isStopped = steps[0]?.stopped === true;
  const made = Object.fromEntries(
    steps.filter(({ state, output }) => state === 'completed' && output !== null).map((step) => [step.key, step]),
  );
  return open.filter(
    ({ lesson_id: id }) =>
      stateOf(lessonKeys(id).practice) === 'failed' ||
      (isStopped && wasPracticeInterrupted(stateOf, id)) ||
      assembleQuiz(id, made).note !== null,
  );
}

/**
 * Prepares a run that writes only the practice of lessons, in the transaction that creates it. It starts with the live texts, so only the
 * practice and a second service's check remain (the check, if the text had none). A quiz that no service could check was already paid, and
 * is not written again unless a later run failed to get it checked.
 * @param source the course, and the run that wrote it
 */
export async function preparePracticeRun(
  trx: Knex.Transaction,
  runId: string,
  lesson: LessonContent,
  source: { readonly courseId: string; readonly fromRun: string },
): Promise<void> {
  const { lesson_id: lessonId, reviewed_by, reviewed_with } = lesson;
  const keys = lessonKeys(lessonId);
  await addWrittenText(trx, runId, lesson, []);
  if (lesson.notes.includes('quiz_unchecked')) {
    const unless = sql`exists (
      select from step later join run on run.id = later.run_id join course_run own on own.run_id = run.id
       where own.target_course_id = ${source.courseId} and run.kind = 'lesson' and run.status = 'completed'
         and later.key = step.key and later.state = 'completed')`;
    await copyFinishedStep(trx, runId, { fromRun: source.fromRun, key: keys.practice, unless });
  }
  if (reviewed_by === null) return;
  const output = { verdict: 'accept', findings: [], question_verdicts: [], ...(reviewed_with && { by: reviewed_with }) };
  await addFinishedStep(trx, runId, { job: 'review-lesson', key: keys.check, itemId: lessonId, service: reviewed_by, output });
}

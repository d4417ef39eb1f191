import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { hasPractice } from '#domain/courses/add-practice.command.ts';
import type { LessonContent } from '#domain/courses/course-content.ts';
import { lessonKeys } from './stage-order.ts';

/**
 * Of a run that was stopped and kept: whether the stop came before the practice of a lesson it had written was there and judged. What there
 * was of it is not in the course.
 * @param stateOf state of a step by its key; undefined for one that was never added
 */
export function wasPracticeCutOff(stateOf: (key: string) => string | undefined, lessonId: string): boolean {
  const keys = lessonKeys(lessonId);
  const isCut = (key: string) => !['completed', 'failed'].includes(stateOf(key) ?? '');
  if (stateOf(keys.write) !== 'completed' || stateOf(keys.practice) === 'failed') return false;
  return isCut(keys.practice) || isCut(keys.review) || stateOf(keys.recheck) === 'cancelled';
}

/** Whether a live lesson is without the practice that its course's run could not write, or was stopped before. */
export async function lacksPractice(knex: Knex, runId: string, lesson: LessonContent): Promise<boolean> {
  if (hasPractice(lesson)) return false;
  const keys = lessonKeys(lesson.lesson_id);
  const steps: { key: string; state: string; stopped: boolean }[] = await knex('step')
    .join('run', 'run.id', 'step.run_id')
    .where({ run_id: runId })
    .whereIn('key', Object.values(keys))
    .select('key', 'state', 'stopped');
  const stateOf = (key: string) => steps.find((step) => step.key === key)?.state;
  return stateOf(keys.practice) === 'failed' || (steps[0]?.stopped === true && wasPracticeCutOff(stateOf, lesson.lesson_id));
}

/**
 * Begins a run of single lessons where only the practice of one is to be written, in the transaction that makes it: its text is there as it is
 * live, so what is left are the practice and a second service's look at it: the review, where the text has had none.
 */
export async function beginWithText(trx: Knex.Transaction, runId: string, lesson: LessonContent): Promise<void> {
  const { lesson_id: lessonId, content, objectives, key_takeaways, written_by, reviewed_by } = lesson;
  const keys = lessonKeys(lessonId);
  const done = { run_id: runId, lesson_id: lessonId, state: 'completed', finished_at: trx.fn.now() };
  const text = { content, objectives, key_takeaways, notes: [] };
  await trx('step').insert({
    ...done,
    id: uuidv7(),
    job: 'write-lesson',
    key: keys.write,
    service: written_by,
    output: JSON.stringify(text),
  });
  if (reviewed_by === null) return;
  const review = { verdict: 'accept', findings: [], question_verdicts: [] };
  const output = JSON.stringify(review);
  await trx('step').insert({ ...done, id: uuidv7(), job: 'review-lesson', key: keys.review, service: reviewed_by, output });
}

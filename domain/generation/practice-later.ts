import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { hasPractice } from '#domain/courses/add-practice.command.ts';
import type { LessonContent } from '#domain/courses/course-content.ts';
import { lessonKeys } from './stage-order.ts';

/** Whether a live lesson is without the practice that its course's run could not write. */
export async function lacksPractice(knex: Knex, runId: string, lesson: LessonContent): Promise<boolean> {
  if (hasPractice(lesson)) return false;
  const key = lessonKeys(lesson.lesson_id).practice;
  return (await knex('step').where({ run_id: runId, key, state: 'failed' }).first('id')) !== undefined;
}

/**
 * Begins a run of single lessons where only the practice of one is to be written, in the transaction that makes it: its text is there as it is
 * live, and was reviewed, so what is left are the practice and a second service's look at it.
 */
export async function beginWithText(trx: Knex.Transaction, runId: string, lesson: LessonContent): Promise<void> {
  const { lesson_id: lessonId, content, objectives, key_takeaways, written_by, reviewed_by } = lesson;
  const keys = lessonKeys(lessonId);
  const done = { run_id: runId, lesson_id: lessonId, state: 'completed', finished_at: trx.fn.now() };
  const text = { content, objectives, key_takeaways, notes: [] };
  const review = { verdict: 'accept', findings: [], question_verdicts: [] };
  await trx('step').insert([
    { ...done, id: uuidv7(), job: 'write-lesson', key: keys.write, service: written_by, output: JSON.stringify(text) },
    { ...done, id: uuidv7(), job: 'review-lesson', key: keys.review, service: reviewed_by ?? written_by, output: JSON.stringify(review) },
  ]);
}

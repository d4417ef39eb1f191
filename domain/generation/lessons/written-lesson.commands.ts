import type { Knex } from 'knex';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { LIBRARY } from '#contract/platform/authorship.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { addFinishedStep } from '#domain/platform/steps/step.commands.ts';

/**
 * Adds the text of a lesson that a course has to a run as the finished step that would have written it, so that what follows begins with it.
 * @param notes those that the text keeps
 */
export async function addWrittenText(
  trx: Knex.Transaction,
  runId: string,
  lesson: LessonContent,
  notes: LessonContent['notes'],
): Promise<void> {
  const { lesson_id: itemId, content, objectives, key_takeaways, citations, written_by: service } = lesson;
  const by = lesson.of_library ? LIBRARY : lesson.written_with;
  const output = { content, objectives, key_takeaways, notes, ...(citations && { citations }), ...(by && { by }) };
  await addFinishedStep(trx, runId, { job: 'write-lesson', key: lessonKeys(itemId).write, itemId, service, output });
}

/** Adds the questions and exercises of a lesson in the same way. */
export async function addWrittenPractice(trx: Knex.Transaction, runId: string, lesson: LessonContent): Promise<void> {
  const { lesson_id: itemId, quiz, exercises } = lesson;
  const key = lessonKeys(itemId).practice;
  await addFinishedStep(trx, runId, { job: 'write-practice', key, itemId, service: null, output: { quiz, exercises } });
}

import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Service } from '#contract/platform/status.contract.ts';
import { hasPractice } from '#domain/courses/content/add-practice.command.ts';
import type { LessonContent } from '#domain/courses/content/course-content.ts';
import { assembleQuiz } from '#domain/generation/lessons/assemble-lesson.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

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

/**
 * Those of a course's live lessons that are without the practice that its run could not write, or was stopped before, or wrote as a quiz of which
 * no question could stay.
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
      (isStopped && wasPracticeCutOff(stateOf, id)) ||
      assembleQuiz(id, made).note !== null,
  );
}

/**
 * Begins a run of single lessons where only the practice of one is to be written, in the transaction that makes it: its text is there as it is
 * live, so what is left are the practice and a second service's look at it: the review, where the text has had none. A quiz that nobody could
 * look at was paid for, and is not bought again unless a later run has had it looked at in vain.
 * @param of the course, and the run that wrote it
 */
export async function beginWithText(
  trx: Knex.Transaction,
  runId: string,
  lesson: LessonContent,
  of: { readonly courseId: string; readonly fromRun: string },
): Promise<void> {
  const { lesson_id: lessonId, content, objectives, key_takeaways, written_by, reviewed_by } = lesson;
  const keys = lessonKeys(lessonId);
  const done = { run_id: runId, item_id: lessonId, state: 'completed', finished_at: trx.fn.now() };
  const text = { content, objectives, key_takeaways, notes: [] };
  await trx('step').insert({
    ...done,
    id: uuidv7(),
    job: 'write-lesson',
    key: keys.write,
    service: written_by,
    output: JSON.stringify(text),
  });
  if (lesson.notes.includes('quiz_unchecked')) {
    await trx.raw(
      `insert into step (id, run_id, item_id, state, finished_at, job, key, service, output)
       select ?, ?, item_id, state, now(), job, key, service, output from step
        where run_id = ? and key = ? and state = 'completed' and output is not null and not exists (
          select from step later join run on run.id = later.run_id join course_run own on own.run_id = run.id
           where own.target_course_id = ? and run.kind = 'lesson' and run.status = 'completed' and later.key = step.key and later.state = 'completed')`,
      [uuidv7(), runId, of.fromRun, keys.practice, of.courseId],
    );
  }
  if (reviewed_by === null) return;
  const review = { verdict: 'accept', findings: [], question_verdicts: [] };
  const output = JSON.stringify(review);
  await trx('step').insert({ ...done, id: uuidv7(), job: 'review-lesson', key: keys.review, service: reviewed_by, output });
}

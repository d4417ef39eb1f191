import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { addPractice, hasPractice } from '#domain/courses/content/add-practice.command.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { replaceLessons } from '#domain/courses/versions/replace-lessons.command.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { database } from '#domain/platform/database.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { storeLessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { writtenTexts } from '#domain/generation/lessons/written-texts.queries.ts';
import { assembleLesson } from '#domain/generation/lessons/assemble-lesson.ts';
import { countUnreviewed, deliveredShare } from '#domain/generation/runs/complete-course.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { runWork } from '#domain/generation/runs/course-of-run.ts';
import { placedLessons } from '#domain/generation/outline/course-plan.ts';
import type { RewriteRequest } from './rewrite-plan.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';

/**
 * Ends a rewrite: the run is completed and its lessons wait as a proposal; the course does not change. Lessons that the course lacked are
 * added to it at once, in the same transaction.
 */
export async function finishRewrite({ step }: StepWork): Promise<void> {
  const { runId, accountId } = step;
  const run = await database()('run')
    .join('course_run', 'run_id', 'id')
    .where({ id: runId })
    .first('target_course_id', 'title', 'notified_id');
  const work = await runWork(database(), runId);
  if (!run || !work) throw new Error(`run ${runId} has no plan to finish`);
  const planned = placedLessons(work.plan);
  const lessons = planned.flatMap((placed) => assembleLesson(placed.planned, work.results) ?? []);
  const courseId: string = run.target_course_id;
  const { missing_from_run: missingFrom, practice_only: isPractice = false } = step.request as RewriteRequest;
  const isMissing = missingFrom !== null;
  // some lessons may have failed; practice of which nothing remained does not count
  const delivered = isPractice ? lessons.filter(hasPractice).length : lessons.length;
  await completeStep(step, {
    output: { lessons: lessons.length },
    also: async (trx) => {
      if (isPractice)
        await addPractice(trx, { accountId, courseId, runId, lessons: lessons.filter(({ notes }) => !notes.includes('no_practice')) });
      else if (isMissing)
        await replaceLessons(trx, { accountId, courseId, runId, lessons, order: work.plan.outline ?? [], kind: 'completed' });
      if (isMissing) await storeLessonTexts(trx, courseId, await writtenTexts(trx, runId));
      if (isMissing) await trx('course_run').where({ run_id: runId }).whereNull('settled').update({ settled: 'accepted' });
      const { charge } = await completeRun(trx, {
        runId,
        share: deliveredShare(delivered, planned.length, isPractice ? 0 : countUnreviewed(lessons)),
      });
      await recordEvent(trx, runId, 'run.charged', charge);
      const counts = { delivered, planned: planned.length };
      if (run.notified_id === null) return;
      const notice = { accountId: run.notified_id, subject: run.title, taskId: runId, courseId, lessons: counts };
      await addNotification(
        trx,
        isMissing
          ? { ...notice, kind: 'run.completed', cause: `run.completed:${runId}` }
          : { ...notice, kind: 'proposal.ready', cause: `proposal.ready:${runId}` },
      );
    },
    event: {
      name: 'run.completed',
      message: isPractice ? endOfPractice(lessons) : endOf(lessons.length, planned.length, isMissing),
    },
  });
  await admitAfter('a run ended');
}

function endOfPractice(lessons: readonly LessonContent[]): Sentence {
  if (lessons.some(hasPractice)) return toSentence('The practice is part of the course now.');
  return lessons.some(({ notes }) => notes.includes('quiz_dropped'))
    ? toSentence('A new quiz was written, but left out as well: the service that checked it did not agree with it.')
    : toSentence('A new quiz was written, but left out as well: no second service could check it.');
}

function endOf(count: number, planned: number, isMissing: boolean): Sentence {
  const values = { count, n: planned };
  if (planned === 1)
    return isMissing
      ? toSentence('The lesson is written and part of the course now.')
      : toSentence('The lesson is written and can be compared with the course.');
  if (count === planned)
    return isMissing
      ? toSentence(
          '{n, plural, one {The lesson is written and part of the course now.} other {All # lessons are written and part of the course now.}}',
          { n: planned },
        )
      : toSentence(
          '{n, plural, one {The lesson is written and can be compared with the course.} other {All # lessons are written and can be compared with the course.}}',
          { n: planned },
        );
  return isMissing
    ? toSentence('Written and part of the course now: {count} of {n} lessons.', values)
    : toSentence('Written, to be compared with the course: {count} of {n} lessons.', values);
}

import type { Knex } from 'knex';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { lessonsOf, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { storeLessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { lockCourse, replaceLessons } from '#domain/courses/versions/version.commands.ts';
import type { StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { assembleLesson, isCorrected, type LessonOutput } from '#domain/generation/lessons/assemble-lesson.ts';
import { writtenTexts } from '#domain/generation/lessons/lesson-material.queries.ts';
import { placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import type { PracticeMaterial } from '#domain/generation/practice/practice-material.ts';
import { acceptLessons } from '#domain/generation/rewrites/rewrite.commands.ts';
import { runWork, type RunWork } from '#domain/generation/runs/course-of-run.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { database } from '#domain/platform/database.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { practicePrint, type AppliedOutput } from './apply-edits.command.ts';
import { PART_PREFIX } from './course-edit.kind.ts';
import type { EditOutput } from './edit-course.command.ts';

/**
 * Ends a run that edits. Its changes become a new version of the course, except in lessons that the owner has opened since the course was
 * complete: no text changes while somebody is reading it, so these wait as a proposal, as corrections after a later check do. Lessons that
 * were pinned, changed or removed meanwhile stay as they are, and so do those that a change would cost their questions or workshop.
 */
export async function finishEditing({ step }: StepWork): Promise<void> {
  const { runId, accountId } = step;
  const run = await database()('run')
    .join('course_run', 'run_id', 'id')
    .where({ id: runId })
    .first('target_course_id', 'parent_id', 'title', 'notified_id');
  const work = await runWork(database(), runId);
  if (!run || !work) throw new Error(`run ${runId} has no plan to finish`);
  const edited = editedLessons(work);
  const course = { accountId, courseId: run.target_course_id as string };
  await completeStep(step, {
    output: { lessons: edited.length },
    also: async (trx) => {
      const { now, later } = await placesOf(trx, course, edited, work);
      if (now.length > 0) {
        await storeLessonTexts(trx, course.courseId, await writtenTexts(trx, runId));
        await replaceLessons(trx, { ...course, runId, lessons: now, order: work.plan.outline ?? [], kind: 'corrected' });
      }
      const plan = withOnly(work.plan, later);
      await trx('course_run')
        .where({ run_id: runId })
        .update({ plan: JSON.stringify(plan) });
      await acceptLessons(trx, { runId, lessonIds: now.map(({ lesson_id: id }) => id), isAll: later.length === 0 });
      await completeRun(trx, { runId });
      const message = endOf(readOf(work), { now: now.length, later: later.length });
      for (const id of [runId, run.parent_id as string]) await recordEvent(trx, id, 'course.edited', message);
      if (later.length === 0 || run.notified_id === null) return;
      await addNotification(trx, {
        accountId: run.notified_id,
        kind: 'proposal.ready',
        cause: `proposal.ready:${runId}`,
        subject: run.title,
        taskId: runId,
        courseId: course.courseId,
        lessons: { delivered: later.length, planned: later.length },
      });
    },
  });
  await admitAfter('a run ended');
}

/** Returns the changed lessons that have kept what they had: a blind reader still finds a key, and enough steps of the workshop. */
function editedLessons({ plan, results }: RunWork): LessonContent[] {
  const { touched } = (results['apply']?.output ?? { touched: [] }) as Pick<AppliedOutput, 'touched'>;
  return placedLessons(plan).flatMap(({ planned }) => {
    const { lesson_id: id } = planned;
    const keys = lessonKeys(id);
    const lesson = isCorrected(id, results) ? assembleLesson(planned, results) : null;
    if (!lesson || (touched.includes(id) && !results[keys.recheck]?.service)) return [];
    const practice = results[keys.practice]?.output as PracticeMaterial | undefined;
    const hasLost = (practice?.quiz.length ?? 0) > 0 && lesson.quiz.length === 0;
    return hasLost || (results[keys.workshop] && !lesson.workshop) ? [] : [lesson];
  });
}

interface Places {
  /** Become part of the course. */
  readonly now: readonly LessonContent[];
  /** Wait for their reader. */
  readonly later: readonly LessonContent[];
}

async function placesOf(
  trx: Knex.Transaction,
  { accountId, courseId }: { accountId: string; courseId: string },
  edited: readonly LessonContent[],
  { results }: RunWork,
): Promise<Places> {
  const isThere = await trx('course').where({ id: courseId, account_id: accountId }).first('id');
  if (edited.length === 0 || !isThere) return { now: [], later: [] };
  const { content } = await lockCourse(trx, accountId, courseId);
  const live = lessonsOf(content);
  const pinned: string[] = await trx('lesson_pin').where({ course_id: courseId }).pluck('lesson_id');
  const { prints } = results['apply']!.output as AppliedOutput;
  const isAsRead = ({ lesson_id: id, title }: LessonContent): boolean => {
    const own = live.find((lesson) => lesson.lesson_id === id);
    const base = results[lessonKeys(id).write]!.output as LessonOutput;
    return own !== undefined && lessonPrint(own) === lessonPrint({ ...base, title }) && practicePrint(own) === prints[id];
  };
  const open = edited.filter((lesson) => !pinned.includes(lesson.lesson_id) && isAsRead(lesson));
  const read = await readLessons(trx, { accountId, courseId }, live);
  const isRead = ({ lesson_id: id }: LessonContent) => read.has(id);
  return { now: open.filter((lesson) => !isRead(lesson)), later: open.filter(isRead) };
}

/** Returns the lessons that the owner has read or may be reading: those up to the place where they are, and completed ones. */
async function readLessons(
  trx: Knex.Transaction,
  { accountId, courseId }: { accountId: string; courseId: string },
  live: readonly LessonContent[],
): Promise<ReadonlySet<string>> {
  const own = { account_id: accountId, course_id: courseId };
  const place = await trx('reading_place').where(own).first('lesson_id');
  const completed: string[] = await trx('lesson_completion').where(own).pluck('lesson_id');
  const upTo = live.findIndex(({ lesson_id: id }) => id === place?.lesson_id);
  return new Set([...completed, ...live.slice(0, upTo + 1).map(({ lesson_id: id }) => id)]);
}

/** Leaves only these lessons in a plan, as those that a proposal has. */
const withOnly = (plan: CoursePlan, lessons: readonly LessonContent[]): CoursePlan => ({
  ...plan,
  modules: plan.modules
    .map((module) => ({ ...module, lessons: module.lessons.filter(({ lesson_id: id }) => lessons.some((one) => one.lesson_id === id)) }))
    .filter((module) => module.lessons.length > 0),
});

/** How much of the course has been read: a service may have had no answer, and very long courses have more parts than are paid for. */
function readOf({ results }: RunWork): 'whole' | 'part' | 'nothing' {
  const parts = Object.entries(results).flatMap(([key, result]) => (key.startsWith(PART_PREFIX) && result ? [result] : []));
  const read = parts.filter(({ service }) => service !== null);
  if (read.length === 0) return 'nothing';
  return read.length === parts.length && read.some(({ output }) => (output as EditOutput).next === null) ? 'whole' : 'part';
}

function endOf(read: ReturnType<typeof readOf>, values: { readonly now: number; readonly later: number }): Sentence {
  if (read === 'nothing') return toSentence('The course could not be read as a whole. It stays as it is.');
  const isUnchanged = values.now + values.later === 0;
  if (read === 'part')
    return isUnchanged
      ? toSentence('A service has read a part of the course. No lesson has changed.')
      : toSentence(
          'A service has read a part of the course and mended passages. Changed lessons: {now}. To compare first: {later}.',
          values,
        );
  if (isUnchanged) return toSentence('A service has read the whole course. No lesson has changed.');
  return values.later === 0
    ? toSentence('A service has read the whole course and mended passages. Changed lessons: {now}.', values)
    : toSentence('A service has read the whole course and mended passages. Changed lessons: {now}. To compare first: {later}.', values);
}

import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { lessonsCost } from '#contract/generation/lesson-cost.ts';
import type { BatchSelection } from '#contract/operator/batches.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { revertVersion } from '#domain/courses/versions/revert-version.command.ts';
import type { BatchWork, BegunItem, Child, LeasedItem } from '../batch-work.ts';
import type { BatchRow } from '../batch-work.ts';
import { costOfLesson } from '../estimate.queries.ts';
import { chooseLessons } from '../selection.queries.ts';
import { database } from '#domain/platform/database.ts';
import { startRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';

/** The jobs whose calls make up a lesson. */
const WRITING = ['write-lesson', 'write-practice', 'review-lesson', 'correct-lesson'] as const;

/** Rewrites lessons. @param chosen which lessons; default: those of the plan */
const rewriting = (chosen?: BatchSelection['lessons']): BatchWork => ({
  choose: (task, filters) =>
    chooseLessons(task, filters, {
      lessons: chosen ?? task.selection.lessons,
      withEdited: task.selection.include_edited,
      withPinned: false,
    }),
  nothing: toSentence('No lesson matches. Only courses that were generated here can be chosen.'),
  costOfUnit: () => costOfLesson(WRITING),
  priceOf: (courses) => courses.reduce((sum, { lessonIds, ofLessons }) => sum + lessonsCost(lessonIds.length, ofLessons), 0),
  ofPlan: null,
  start: (batch, item, begun) => startLessons(batch, item, begun),
  async takeBack({ account_id: accountId, course_id: courseId, published_version: published, operatorReason }) {
    const { left } = await revertVersion({ accountId, courseId, published, operatorReason });
    return left > 0 ? 'edited_since' : null;
  },
});

export const REWRITES = { all: rewriting('all'), chosen: rewriting() } as const;

/** Adds practice to lessons without it. It overwrites nothing, so edited lessons get it too, and it was paid for with the course. */
export const MISSING_PRACTICE: BatchWork = {
  ...REWRITES.chosen,
  choose: (task, filters) => chooseLessons(task, filters, { lessons: 'without_practice', withEdited: true, withPinned: false }),
  costOfUnit: () => costOfLesson(['write-practice']),
  priceOf: () => 0,
  start: async (batch, item, begun) => startLessons(batch, item, begun, await sourceRun(item.courseId)),
};

/** @param missingFromRun the run that left these lessons out; its results are added to the course at once */
async function startLessons(batch: BatchRow, item: LeasedItem, begun: BegunItem, missingFromRun?: string): Promise<Child> {
  const { courseId, lessonIds, attempt } = item;
  const prints = await printsOf(courseId, lessonIds);
  const { runId } = await startRewrite({
    ...begun,
    byVendorBatch: batch.by_vendor_batch,
    lessonIds,
    instruction: batch.instruction,
    fingerprint: ['batch', batch.run_id, courseId, attempt],
    ...(missingFromRun !== undefined && { missingFromRun }),
  });
  return { runId, prints };
}

const sourceRun = async (courseId: string): Promise<string> =>
  (await database()('course').where({ id: courseId }).first('run_id'))?.run_id ?? '';

async function printsOf(courseId: string, lessonIds: readonly string[]): Promise<Record<string, string>> {
  const lessons = await liveLessons(courseId);
  return Object.fromEntries(
    lessons.flatMap((lesson) => (lessonIds.includes(lesson.lesson_id) ? [[lesson.lesson_id, lessonPrint(lesson)]] : [])),
  );
}

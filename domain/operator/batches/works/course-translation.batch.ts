import { toSentence } from '#contract/platform/sentence.contract.ts';
import { translationCost } from '#contract/translation/course-translation.contract.ts';
import type { BatchWork } from '../batch-work.ts';
import { costOfLesson } from '../estimate.queries.ts';
import { chooseLessons } from '../selection.queries.ts';
import { assertTranslationService } from '#domain/translation/translation-service.queries.ts';
import { revertTranslation, startTranslation } from '#domain/translation/courses/translation.commands.ts';

/**
 * Translates untranslated or stale lessons into one language. A translation does not touch the owner's text, so pinned and edited lessons
 * are included.
 */
export const TRANSLATIONS: BatchWork = {
  assertConfigured: assertTranslationService,
  choose: (task, filters) => chooseLessons(task, filters, { lessons: task.selection.lessons, withEdited: true, withPinned: true }),
  nothing: toSentence('No lesson matches. Only courses that were generated here can be chosen.'),
  costOfUnit: () => costOfLesson(['translate-lesson', 'judge-translation']),
  priceOf: (courses) => courses.reduce((sum, { lessonIds }) => sum + translationCost(lessonIds.length), 0),
  ofPlan: null,
  start: async ({ into_language: language, by_vendor_batch: byVendorBatch }, _item, begun) => ({
    runId: await startTranslation({ ...begun, language: language!, byVendorBatch }),
  }),
  async takeBack({ course_id: courseId, into_language: language, child_id: runId }) {
    await revertTranslation({ courseId, language: language!, runId });
    return null;
  },
};

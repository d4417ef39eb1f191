import type { JobName } from '#queues/registry.ts';
import type { Processor } from './platform/processor.ts';
import { assembleCourseProcessor } from './generation/assemble-course.processor.ts';
import { correctLessonProcessor } from './generation/correct-lesson.processor.ts';
import { draftOutlineProcessor } from './generation/draft-outline.processor.ts';
import { finishRewriteProcessor } from './generation/finish-rewrite.processor.ts';
import { researchTopicProcessor } from './generation/research-topic.processor.ts';
import { reviewLessonProcessor } from './generation/review-lesson.processor.ts';
import { writeLessonProcessor } from './generation/write-lesson.processor.ts';
import { writePracticeProcessor } from './generation/write-practice.processor.ts';

/** Who does which job. A job without a processor does not compile. */
export const PROCESSORS = {
  'draft-outline': draftOutlineProcessor,
  'research-topic': researchTopicProcessor,
  'write-lesson': writeLessonProcessor,
  'write-practice': writePracticeProcessor,
  'review-lesson': reviewLessonProcessor,
  'correct-lesson': correctLessonProcessor,
  'assemble-course': assembleCourseProcessor,
  'finish-rewrite': finishRewriteProcessor,
} satisfies Record<JobName, Processor>;

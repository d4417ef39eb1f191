import type { JobsOf } from '#queues/registry.ts';
import { settleStepFailure } from '#domain/generation/answers/settle-step-failure.command.ts';
import { assembleCourse } from '#domain/generation/lessons/assemble-course.command.ts';
import { writeLesson } from '#domain/generation/lessons/write-lesson.command.ts';
import { draftOutline } from '#domain/generation/outline/draft-outline.command.ts';
import { researchTopic } from '#domain/generation/outline/research-topic.command.ts';
import { writePractice } from '#domain/generation/practice/write-practice.command.ts';
import { correctLesson } from '#domain/generation/review/correct-lesson.command.ts';
import { reviewLesson } from '#domain/generation/review/review-lesson.command.ts';
import { finishRewrite } from '#domain/generation/rewrites/finish-rewrite.command.ts';
import type { Processor } from '../platform/processor.ts';

/** After a failed try the next candidate service is asked. */
const byServices = (work: Processor['work']): Processor => ({ work, settle: settleStepFailure });

export const GENERATION_PROCESSORS: Readonly<Record<JobsOf<'generate'>, Processor>> = {
  'draft-outline': byServices(draftOutline),
  'research-topic': byServices(researchTopic),
  'write-lesson': byServices(writeLesson),
  'write-practice': byServices(writePractice),
  'review-lesson': byServices(reviewLesson),
  'correct-lesson': byServices(correctLesson),
  'assemble-course': byServices(assembleCourse),
  'finish-rewrite': byServices(finishRewrite),
};

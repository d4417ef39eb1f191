import type { JobsOf } from '#queues/registry.ts';
import { settleStepFailure } from '#domain/generation/answers/settle-step-failure.command.ts';
import { applyEdits } from '#domain/generation/editor/apply-edits.command.ts';
import { editCourse } from '#domain/generation/editor/edit-course.command.ts';
import { finishEditing } from '#domain/generation/editor/finish-editing.command.ts';
import { assembleCourse } from '#domain/generation/lessons/assemble-course.command.ts';
import { writeLesson } from '#domain/generation/lessons/lesson.commands.ts';
import { writeModule } from '#domain/generation/lessons/module.commands.ts';
import { draftOutline, researchTopic } from '#domain/generation/outline/outline.commands.ts';
import { writePractice } from '#domain/generation/practice/practice.commands.ts';
import { correctLesson } from '#domain/generation/lesson-check/correct-lesson.command.ts';
import { runLessonCheck } from '#domain/generation/lesson-check/lesson-check.commands.ts';
import { finishChecks } from '#domain/generation/lesson-check/skipped-checks.commands.ts';
import { finishRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { writeWorkshop } from '#domain/generation/workshop/write-workshop.command.ts';
import type { Processor } from '../platform/processor.ts';

/** Wraps a processor so that after a failed attempt the next candidate service is called. */
const byServices = (work: Processor['work']): Processor => ({ work, settle: settleStepFailure });

export const GENERATION_PROCESSORS: Readonly<Record<JobsOf<'generate'>, Processor>> = {
  'draft-outline': byServices(draftOutline),
  'research-topic': byServices(researchTopic),
  'write-module': byServices(writeModule),
  'write-lesson': byServices(writeLesson),
  'write-practice': byServices(writePractice),
  'write-workshop': byServices(writeWorkshop),
  'review-lesson': byServices(runLessonCheck),
  'correct-lesson': byServices(correctLesson),
  'assemble-course': byServices(assembleCourse),
  'finish-rewrite': byServices(finishRewrite),
  'finish-reviews': byServices(finishChecks),
  'edit-course': byServices(editCourse),
  'apply-edits': byServices(applyEdits),
  'finish-editing': byServices(finishEditing),
};

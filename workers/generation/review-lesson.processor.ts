import { reviewLesson } from '#domain/generation/review/review-lesson.command.ts';
import type { Processor } from '../platform/processor.ts';

export const reviewLessonProcessor: Processor = ({ step, signal }) => reviewLesson({ step, signal });

import { correctLesson } from '#domain/generation/review/correct-lesson.command.ts';
import type { Processor } from '../platform/processor.ts';

export const correctLessonProcessor: Processor = ({ step, signal }) => correctLesson({ step, signal });

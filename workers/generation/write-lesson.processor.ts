import { writeLesson } from '#domain/generation/lessons/write-lesson.command.ts';
import type { Processor } from '../platform/processor.ts';

export const writeLessonProcessor: Processor = ({ step, signal }) => writeLesson({ step, signal });

import { assembleCourse } from '#domain/generation/lessons/assemble-course.command.ts';
import type { Processor } from '../platform/processor.ts';

export const assembleCourseProcessor: Processor = ({ step, signal }) => assembleCourse({ step, signal });

import { COURSE_SHAPES } from '#contract/generation/course-cost.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { lessonWords } from '#contract/generation/course-size.ts';

/** The requested size of a course. `lesson_words` is the target length of one lesson's text. */
export interface CourseSize {
  readonly modules: number;
  readonly lessons_per_module: number;
  readonly lesson_words: number;
}

/** The general course's single lesson is already written, for all ages. */
const GENERAL: CourseSize = { modules: 1, lessons_per_module: 1, lesson_words: 600 };

/** Returns the number of lessons for a duration. */
export function lessonCount(duration: CourseForm['duration']): number {
  const [modules, lessons] = COURSE_SHAPES[duration];
  return modules * lessons;
}

/** Returns the number of lessons in each module for a duration. */
export function moduleSizes(duration: CourseForm['duration']): number[] {
  const [modules, lessons] = COURSE_SHAPES[duration];
  return Array.from({ length: modules }, () => lessons);
}

/** Returns the number of lessons that a form orders. */
export function orderedLessons(form: CourseForm): number {
  const { modules, lessons_per_module: lessons } = courseSize(form);
  return modules * lessons;
}

/** Returns the requested structure: duration determines modules and lessons, depth and the audience's age the length of a lesson. */
export function courseSize(form: CourseForm): CourseSize {
  if (form.general_course) return GENERAL;
  const [modules, lessons] = COURSE_SHAPES[form.duration];
  return { modules, lessons_per_module: lessons, lesson_words: lessonWords(form) };
}

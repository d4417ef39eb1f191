import type { Course } from '#contract/courses/courses.contract.ts';

const SAID = '*The formatting of this lesson is too complex to be shown. This is its text as it was written.*';

/** Shows a text as it is written: in a fence longer than any in it. */
function asWritten(content: string): string {
  const longest = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${SAID}\n\n${fence}text\n${content}\n${fence}`;
}

/** Replaces the Markdown of lessons that cannot be parsed by its characters. */
export const withPlainLessons = (course: Course, plain: readonly string[]): Course => ({
  ...course,
  modules: course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) =>
      plain.includes(lesson.lesson_id) ? { ...lesson, content: asWritten(lesson.content) } : lesson,
    ),
  })),
});

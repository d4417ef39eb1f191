import { minHashSketch, similarity } from '#domain/generation/checks/check-duplicates.ts';
import { checkLeaks } from '#domain/generation/checks/check-leaks.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { checkOutline } from '#domain/generation/checks/check-outline.ts';
import { checkQuiz } from '#domain/generation/practice/practice.commands.ts';
import type { AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { quizOf, writeCourse } from '../testing/courses.ts';

export const KINDS = ['single', 'multiple', 'true_false', 'order', 'short'] as const;
export const LIBRARY = { topic: 'Astronomy with the naked eye', learning_goals: 'Find my way around the night sky' };
export const OTHER = { topic: 'Falconry', learning_goals: 'Keep two hawks through the winter' };

/** Tells whether a problem is about size: a smaller course or lesson than requested is still used if no service has another. */
const isSize = ({ text, keep }: AnswerProblem) => keep !== undefined && /^exactly|^the text is too short/.test(text);

/** Returns the product's objections to a whole course, by lesson, except for its size. */
export function problemsOf(input: Parameters<typeof writeCourse>[0]): string[] {
  const course = writeCourse(input);
  const sketches = course.lessons.map(({ content }) => minHashSketch(content));
  const alike = sketches.flatMap((one, i) =>
    sketches.slice(0, i).flatMap((other, j) => (similarity(one, other) >= 0.55 ? [`${i} is like ${j}`] : [])),
  );
  const said = textsOf(input).join('\n');
  return [
    ...checkOutline(course.outline, course.form)
      .filter((one) => !isSize(one))
      .map(({ text }) => `outline: ${text}`),
    ...checkLeaks(course.outline, '', said).map(({ text }) => `outline: ${text}`),
    ...alike,
    ...course.lessons.flatMap((lesson) => {
      const { document } = quizOf(course, lesson, {}, KINDS);
      return [
        ...checkLesson(lesson, course.form),
        ...checkLeaks(lesson, '', said),
        ...checkQuiz(document, course.form, 4),
        ...checkLeaks(document, '', said),
      ]
        .filter((one) => !isSize(one))
        .map(({ text }) => `${lesson.title}: ${text}`);
    }),
  ];
}

/** Returns the product's objections to a course of the library and to one on any other topic, of this length and depth. */
export function problemsOfBoth(duration: CourseForm['duration'], content_depth: CourseForm['content_depth']): string[] {
  const isTooDeep = ['doctoral', 'world-class'].includes(content_depth);
  // no lesson of the library is as long as these two depths require: it is accepted with a note, and not extended
  const ofLibrary = problemsOf({ ...LIBRARY, duration, content_depth }).filter(
    (text) => !isTooDeep || !text.includes('the text is too short'),
  );
  return [...problemsOf({ ...OTHER, duration, content_depth }), ...ofLibrary];
}

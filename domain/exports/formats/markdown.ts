import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
const section = (title: string, items: readonly string[]): string[] => (items.length > 0 ? [title, list(items)] : []);

/** A question with its options, the right ones told after them; one that is answered in words stands alone, because its rubric is not given away. */
const question = (item: QuizItem, index: number): string => {
  const options = optionsOf(item);
  if (options.length === 0) return `${index + 1}. ${item.question}`;
  const right = rightIdsOf(item).map((rightId) => options.find(({ id }) => id === rightId)?.text ?? '');
  const key = right.join(item.kind === 'order' ? ' → ' : '; ');
  return [`${index + 1}. ${item.question}`, ...options.map(({ text }) => `   - ${text}`), '', `   ✓ ${key}. ${item.explanation}`].join(
    '\n',
  );
};

/** A lesson without its title: what stands before its text, the text, and its practice. `level` is that of headings below its title. */
export function lessonMarkdown(lesson: Lesson, level: number): string {
  const heading = '#'.repeat(level);
  return [
    ...(lesson.objectives.length > 0 ? [list(lesson.objectives)] : []),
    lesson.content.trim(),
    ...section(`${heading} Key takeaways`, lesson.key_takeaways),
    ...(lesson.quiz.length > 0 ? [`${heading} Questions`, ...lesson.quiz.map(question)] : []),
    ...(lesson.exercises.length > 0 ? [`${heading} Exercises`] : []),
    ...lesson.exercises.map(({ title, instructions }) => `**${title}**\n\n${instructions}`),
  ].join('\n\n');
}

/** What stands before the lessons. `level` is that of its headings. */
export const prefaceMarkdown = (course: Course, level: number): string =>
  [course.description.trim(), ...section(`${'#'.repeat(level)} Learning objectives`, course.learning_objectives)].join('\n\n');

/** The whole course as one Markdown text. */
export function markdownOf(course: Course): string {
  const modules = course.modules.flatMap((module, m) => [
    `## ${m + 1}. ${module.title}`,
    ...(module.summary ? [module.summary] : []),
    ...module.lessons.flatMap((lesson, l) => [`### ${m + 1}.${l + 1} ${lesson.title}`, lessonMarkdown(lesson, 4)]),
  ]);
  return `${[`# ${course.title}`, prefaceMarkdown(course, 2), ...modules].join('\n\n')}\n`;
}

import { MARKER } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { rankHeadings } from './markdown-tree.ts';

/** Items are plain texts, unlike those of a lesson's body. */
const list = (items: readonly string[]): string => items.map((item) => `- ${escapeMarkdown(item)}`).join('\n');
const section = (title: string, items: readonly string[]): string[] => (items.length > 0 ? [title, list(items)] : []);

/** Renders a question with its options, the right ones listed after them; a text question has no options, and its rubric is not disclosed. */
const question = (item: QuizItem, index: number): string => {
  const options = optionsOf(item);
  if (options.length === 0) return `${index + 1}. ${item.question}`;
  const right = rightIdsOf(item).map((rightId) => options.find(({ id }) => id === rightId)?.text ?? '');
  const key = right.join(item.kind === 'order' ? ' → ' : '; ');
  return [`${index + 1}. ${item.question}`, ...options.map(({ text }) => `   - ${text}`), '', `   ✓ ${key}. ${item.explanation}`].join(
    '\n',
  );
};

const isFromSources = ({ state }: Citation): boolean => state === 'supported' || state === 'unchecked';

/** Returns the text with numbered citations; unsupported ones are marked as such. */
const citedText = ({ content, citations }: Lesson): string =>
  citations
    ? content.replaceAll(MARKER, (_, marker: string) => {
        const citation = citations.find((one) => one.marker === Number(marker));
        if (!citation) return '';
        return isFromSources(citation) ? ` (${marker})` : ' (not from the sources)';
      })
    : content;

const referencesOf = ({ citations = [] }: Lesson): string[] =>
  citations.flatMap(({ marker, quote, passage, ...citation }) =>
    passage && isFromSources({ marker, quote, passage, ...citation })
      ? [`(${marker}) “${quote}”: ${passage.source_name}${passage.page === null ? '' : `, p. ${passage.page}`}`]
      : [],
  );

/** Renders a lesson without its title: what precedes its text, the text, and its practice. `level` is that of headings below its title. */
export function lessonMarkdown(lesson: Lesson, level: number): string {
  const heading = '#'.repeat(level);
  return [
    ...(lesson.objectives.length > 0 ? [list(lesson.objectives)] : []),
    rankHeadings(citedText(lesson).trim(), level),
    ...section(`${heading} Key takeaways`, lesson.key_takeaways),
    ...section(`${heading} Sources`, referencesOf(lesson)),
    ...(lesson.quiz.length > 0 ? [`${heading} Questions`, ...lesson.quiz.map(question)] : []),
    ...(lesson.exercises.length > 0 ? [`${heading} Exercises`] : []),
    ...lesson.exercises.map(({ title, instructions }) => `**${escapeMarkdown(title)}**\n\n${instructions}`),
  ].join('\n\n');
}

/** Renders everything before the lessons. `level` is that of its headings. */
export const prefaceMarkdown = (course: Course, level: number): string =>
  [escapeMarkdown(course.description), ...section(`${'#'.repeat(level)} Learning objectives`, course.learning_objectives)].join('\n\n');

/** Returns the whole course as one Markdown text. */
export function markdownOf(course: Course): string {
  const modules = course.modules.flatMap((module, m) => [
    `## ${m + 1}. ${escapeMarkdown(module.title)}`,
    ...(module.summary ? [escapeMarkdown(module.summary)] : []),
    ...module.lessons.flatMap((lesson, l) => [`### ${m + 1}.${l + 1} ${escapeMarkdown(lesson.title)}`, lessonMarkdown(lesson, 4)]),
  ]);
  return `${[`# ${escapeMarkdown(course.title)}`, prefaceMarkdown(course, 2), ...modules].join('\n\n')}\n`;
}

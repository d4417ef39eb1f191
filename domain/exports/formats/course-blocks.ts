import { MARKER } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { withFootnotesOf } from '#contract/courses/lesson-syntax.ts';
import type { Block, Inline, LessonNode, NodeOf } from '#contract/courses/lesson-tree.ts';
import { optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { inlineOf, parseLesson } from '#domain/courses/text/lesson-tree.queries.ts';

/** The parts of a course as trees: each text is parsed by itself, so that none can reach into what stands beside it. */

export const words = (value: string): Inline => ({ type: 'text', value });
export const paragraph = (...children: readonly Inline[]): Block => ({ type: 'paragraph', children });
export const heading = (depth: number, children: readonly Inline[]): Block => ({ type: 'heading', depth: rankOf(depth), children });
const listOf = (items: readonly (readonly Block[])[], ordered = false): Block => ({
  type: 'list',
  ordered,
  spread: false,
  children: items.map((children) => ({ type: 'listItem', spread: false, children })),
});

/** A list of plain texts, unlike those of a lesson's body. */
export const plainList = (texts: readonly string[], ordered = false): Block =>
  listOf(
    texts.map((text) => [paragraph(...inlineOf(text))]),
    ordered,
  );

type Rank = NodeOf<'heading'>['depth'];
const rankOf = (depth: number): Rank => Math.max(1, Math.min(6, depth)) as Rank;

/** Shifts all headings of a text so that the highest has this rank: a lesson's own headings are below its title. */
function rankHeadings(blocks: readonly Block[], rank: number): Block[] {
  const highest = Math.min(...blocks.map((block) => (block.type === 'heading' ? block.depth : 6)));
  return blocks.map((block) => (block.type === 'heading' ? { ...block, depth: rankOf(rank + block.depth - highest) } : block));
}

const section = (level: number, title: string, items: readonly string[]): Block[] =>
  items.length > 0 ? [heading(level, [words(title)]), plainList(items)] : [];

/** A question with its options, the right ones listed after them; a text question has no options, and its rubric is not disclosed. */
function questionBlocks(item: QuizItem): Block[] {
  const asked = paragraph(...inlineOf(item.question));
  const options = optionsOf(item);
  if (options.length === 0) return [asked];
  const between = words(item.kind === 'order' ? ' → ' : '; ');
  const right = rightIdsOf(item).map((rightId) => inlineOf(options.find(({ id }) => id === rightId)?.text ?? ''));
  const key = right.flatMap((text, at) => [...(at > 0 ? [between] : []), ...text]);
  return [asked, plainList(options.map(({ text }) => text)), paragraph(words('✓ '), ...key, words('. '), ...inlineOf(item.explanation))];
}

const isFromSources = ({ state }: Citation): boolean => state === 'supported' || state === 'unchecked';

/** Numbers the citations in a text; unsupported ones are marked as such. */
function cited<Node extends LessonNode>(nodes: readonly Node[], citations: readonly Citation[]): Node[] {
  const written = (marker: string) => {
    const citation = citations.find((one) => one.marker === Number(marker));
    if (!citation) return '';
    return isFromSources(citation) ? ` (${marker})` : ' (not from the sources)';
  };
  return nodes.map((node) => {
    if (node.type === 'text') return { ...node, value: node.value.replaceAll(MARKER, (_, marker: string) => written(marker)) };
    return 'children' in node ? { ...node, children: cited<LessonNode>(node.children, citations) } : node;
  });
}

const referencesOf = ({ citations = [] }: Lesson): string[] =>
  citations.flatMap(({ marker, quote, passage, ...citation }) =>
    passage && isFromSources({ marker, quote, passage, ...citation })
      ? [`(${marker}) “${quote}”: ${passage.source_name}${passage.page === null ? '' : `, p. ${passage.page}`}`]
      : [],
  );

/** A lesson without its title: what precedes its text, the text, and its practice. `level` is that of headings below its title. */
export function lessonBlocks(lesson: Lesson, level: number): Block[] {
  const { citations, content, objectives, key_takeaways: takeaways, quiz, exercises } = lesson;
  const text = rankHeadings(parseLesson(content), level);
  return [
    ...(objectives.length > 0 ? [plainList(objectives)] : []),
    ...(citations ? cited(text, citations) : text),
    ...section(level, 'Key takeaways', takeaways),
    ...section(level, 'Sources', referencesOf(lesson)),
    ...(quiz.length > 0 ? [heading(level, [words('Questions')]), listOf(quiz.map(questionBlocks), true)] : []),
    ...(exercises.length > 0 ? [heading(level, [words('Exercises')])] : []),
    ...exercises.flatMap(({ title, instructions }, at) => [
      paragraph({ type: 'strong', children: inlineOf(title) }),
      ...withFootnotesOf(`exercise-${at + 1}`, rankHeadings(parseLesson(instructions), level + 1)),
    ]),
  ];
}

/** What precedes the lessons. `level` is that of its headings. */
export const prefaceBlocks = (course: Course, level: number): Block[] => [
  paragraph(...inlineOf(course.description)),
  ...section(level, 'Learning objectives', course.learning_objectives),
];

import { MARKER } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import type { FinalTask, Thread } from '#contract/courses/course-plan.contract.ts';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { withFootnotesOf } from '#contract/courses/lesson-syntax.ts';
import type { Block, Inline, LessonNode, NodeOf } from '#contract/courses/lesson-tree.ts';
import { placeQuestions, type LessonPart } from '#contract/courses/place-questions.ts';
import { answerText } from '#contract/courses/asked-answer.ts';
import type { Workshop, WorkshopStep } from '#contract/courses/workshop.contract.ts';
import { feedbackOf, optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { courseWords, filled, type CourseWords } from '#domain/courses/text/course-words.queries.ts';
import { inlineOf, parseLesson } from '#domain/courses/text/lesson-tree.queries.ts';
import { languageOf } from './language.ts';

/** The parts of a course as trees. Each text is parsed by itself, so that none can affect its neighbours. */

export const words = (value: string): Inline => ({ type: 'text', value });
export const paragraph = (...children: readonly Inline[]): Block => ({ type: 'paragraph', children });
export const heading = (depth: number, children: readonly Inline[]): Block => ({ type: 'heading', depth: rankOf(depth), children });
const listOf = (items: readonly (readonly Block[])[], ordered = false, start = 1): Block => ({
  type: 'list',
  ordered,
  ...(start !== 1 && { start }),
  spread: false,
  children: items.map((children) => ({ type: 'listItem', spread: false, children })),
});

/** A list of plain texts, as opposed to a list inside a lesson's body. */
export const plainList = (texts: readonly string[], ordered = false): Block =>
  listOf(
    texts.map((text) => [paragraph(...inlineOf(text))]),
    ordered,
  );

type Rank = NodeOf<'heading'>['depth'];
const rankOf = (depth: number): Rank => Math.max(1, Math.min(6, depth)) as Rank;

const highestIn = (blocks: readonly Block[]): number => Math.min(...blocks.map((block) => (block.type === 'heading' ? block.depth : 6)));

/**
 * Shifts all headings of a text so that the highest gets this rank, below the lesson's title.
 * @param highest rank for the highest heading
 */
function rankHeadings(blocks: readonly Block[], rank: number, highest = highestIn(blocks)): Block[] {
  return blocks.map((block) => (block.type === 'heading' ? { ...block, depth: rankOf(rank + block.depth - highest) } : block));
}

const section = (level: number, title: string, items: readonly string[]): Block[] =>
  items.length > 0 ? [heading(level, [words(title)]), plainList(items)] : [];

/** A question with its options, if it has any. */
function askedBlocks(item: QuizItem): Block[] {
  const options = optionsOf(item);
  return [paragraph(...inlineOf(item.question)), ...(options.length > 0 ? [plainList(options.map(({ text }) => text))] : [])];
}

/**
 * The right options of a question, the explanation, and the feedback on each wrong option; the rubric of a text question is not disclosed.
 */
function keyBlocks(item: QuizItem): Block[] {
  const options = optionsOf(item);
  if (options.length === 0) return [];
  const textOf = (one: string) => inlineOf(options.find(({ id }) => id === one)?.text ?? '');
  const between = words(item.kind === 'order' ? ' → ' : '; ');
  const key = rightIdsOf(item).flatMap((one, at) => [...(at > 0 ? [between] : []), ...textOf(one)]);
  const feedback = feedbackOf(item).map((one) => [paragraph(...textOf(one.option_id), words(': '), ...inlineOf(one.text))]);
  const last = options.find(({ id }) => id === rightIdsOf(item).at(-1))?.text ?? '';
  const end = words(/[.!?。！？…]$/u.test(last.trimEnd()) ? ' ' : '. ');
  return [paragraph(words('✓ '), ...key, end, ...inlineOf(item.explanation)), ...(feedback.length > 0 ? [listOf(feedback)] : [])];
}

/** The facts about the course that a lesson's blocks need. */
export interface BlocksOf {
  /** Code of the course's language, for the texts around it, and for finding places for questions that have none. */
  readonly lang: string;
  /** Returns the title of another lesson by its id. */
  readonly titleOf: (lessonId: string) => string | undefined;
  /** Returns the final task of the course for its last lesson, which it follows. */
  readonly taskAfter: (lessonId: string) => FinalTask | null;
  /** Returns the thread of the course, whose facts stand at its end: before the lessons they would give away what these have one guess. */
  readonly factsAfter: (lessonId: string) => Thread | null;
}

/**
 * The questions at a place in the text, without answers: those come at the end, because the text that follows may contain them.
 * @param first number of the first question
 */
function questionsInText(
  part: Extract<LessonPart, { questions: readonly QuizItem[] }>,
  first: number,
  { lang, titleOf }: BlocksOf,
): Block[] {
  const titles = part.purpose === 'recall' ? part.questions.flatMap(({ recalls }) => titleOf(recalls ?? '') ?? []) : [];
  const named = [...new Set(titles)].flatMap((title, at) => [words(at === 0 ? ': ' : '; '), ...inlineOf(title)]);
  return [
    paragraph({ type: 'strong', children: [words(courseWords(lang)[part.purpose]), ...named] }),
    listOf(part.questions.map(askedBlocks), true, first),
  ];
}

/** Returns a lesson's text with its questions, their answers, and the questions that follow the text. */
function placedBlocks({ content, quiz, citations }: Lesson, level: number, of: BlocksOf) {
  const { parts, rest, inOrder } = placeQuestions(content, quiz, of.lang);
  const inText = inOrder.slice(0, inOrder.length - rest.length);
  const isCut = parts.filter(({ text }) => text !== undefined).length > 1;
  const said = courseWords(of.lang);
  const parsed = parts.map(({ text }, at) => {
    const blocks = text === undefined ? [] : parseLesson(text);
    // a footnote that is referenced before and after a question occurs twice
    return isCut ? withFootnotesOf(`part-${at + 1}`, blocks) : blocks;
  });
  const highest = highestIn(parsed.flat());
  return {
    text: parts.flatMap((part, at) => {
      if (part.questions) return questionsInText(part, inOrder.indexOf(part.questions[0]!) + 1, of);
      const blocks = rankHeadings(parsed[at]!, level, highest);
      return citations ? cited(blocks, citations, said) : blocks;
    }),
    answers: inText.map((item) => {
      const key = keyBlocks(item);
      return key.length > 0 ? key : askedBlocks(item);
    }),
    rest: rest.map((item) => [...askedBlocks(item), ...keyBlocks(item)]),
    first: inText.length + 1,
  };
}

const isFromSources = ({ state }: Citation): boolean => state === 'supported' || state === 'unchecked';

/** Numbers the citations in a text, and marks unsupported ones. */
function cited<Node extends LessonNode>(nodes: readonly Node[], citations: readonly Citation[], said: CourseWords): Node[] {
  const written = (marker: string) => {
    const citation = citations.find((one) => one.marker === Number(marker));
    if (!citation) return '';
    return isFromSources(citation) ? ` (${marker})` : ` ${said.unsupported}`;
  };
  return nodes.map((node) => {
    if (node.type === 'text') return { ...node, value: node.value.replaceAll(MARKER, (_, marker: string) => written(marker)) };
    return 'children' in node ? { ...node, children: cited<LessonNode>(node.children, citations, said) } : node;
  });
}

const referencesOf = ({ citations = [] }: Lesson, said: CourseWords): string[] =>
  citations.flatMap(({ marker, quote, passage, ...citation }) =>
    passage && isFromSources({ marker, quote, passage, ...citation })
      ? [`(${marker}) “${quote}”: ${passage.source_name}${passage.page === null ? '' : `, ${filled(said.page, String(passage.page))}`}`]
      : [],
  );

/** A text in Markdown, with its footnotes named apart from those of its neighbours. */
const textBlocks = (name: string, markdown: string, level: number): Block[] =>
  withFootnotesOf(name, rankHeadings(parseLesson(markdown), level));

/** The steps of a workshop as they are asked: a reader on paper fills them in, and finds the answers at the end. */
function workshopBlocks({ title, intro, steps }: Workshop, level: number, said: CourseWords): Block[] {
  const asked = ({ field }: WorkshopStep): Block[] => {
    if (field?.kind === 'choice') return [plainList(field.options.map(({ text }) => text))];
    const unit = field?.kind === 'number' && field.unit ? ` ${field.unit}` : '';
    return field ? [paragraph(words(`${BLANK}${unit}`))] : [];
  };
  return [
    heading(level, [words(said.workshop)]),
    paragraph({ type: 'strong', children: inlineOf(title) }),
    ...textBlocks('workshop', intro, level + 1),
    ...steps.flatMap((step, at) => [
      paragraph({ type: 'strong', children: [words(filled(said.step, String(at + 1)))] }),
      ...textBlocks(`step-${at + 1}`, step.text, level + 1),
      ...asked(step),
    ]),
  ];
}

/** A place to write on. */
const BLANK = '\u2026'.repeat(12);

/** The answers of a workshop's steps, with why the other options are wrong and what explains each. */
function workshopAnswers({ steps }: Workshop, level: number, said: CourseWords): Block[] {
  const key = ({ field }: WorkshopStep): Block[] => {
    if (!field) return [];
    const unit = field.kind === 'number' && field.unit ? ` ${field.unit}` : '';
    const answer = answerText(field);
    const right: Inline[] = field.kind === 'line' && field.code ? [{ type: 'inlineCode', value: answer }] : inlineOf(answer);
    const told = field.kind === 'choice' ? field.options.filter(({ feedback }) => feedback) : [];
    const feedback = told.map(({ text, feedback = '' }) => [paragraph(...inlineOf(text), words(': '), ...inlineOf(feedback))]);
    return [paragraph(words('✓ '), ...right, words(unit)), ...(feedback.length > 0 ? [listOf(feedback)] : [])];
  };
  const answers = steps.map((step, at) => {
    const explained = step.explanation ? textBlocks(`answer-${at + 1}`, step.explanation, level + 1) : [];
    const told = [...key(step), ...explained];
    return told.length === 0 ? [] : [paragraph({ type: 'strong', children: [words(filled(said.step, String(at + 1)))] }), ...told];
  });
  return [heading(level, [words(said.workshopAnswers)]), ...answers.flat()];
}

/**
 * Returns a lesson without its title: what precedes the text, the text with its questions, and its practice. `level` is the level of
 * headings below its title.
 */
export function lessonBlocks(lesson: Lesson, level: number, of: BlocksOf): Block[] {
  const { objectives, key_takeaways: takeaways, exercises, workshop } = lesson;
  const said = courseWords(of.lang);
  const { text, answers, rest, first } = placedBlocks(lesson, level, of);
  const solved = exercises.filter(({ solution }) => solution !== undefined);
  return [
    ...(objectives.length > 0 ? [plainList(objectives)] : []),
    ...text,
    ...section(level, said.takeaways, takeaways),
    ...section(level, said.sources, referencesOf(lesson, said)),
    ...(rest.length > 0 ? [heading(level, [words(said.questions)]), listOf(rest, true, first)] : []),
    ...(answers.length > 0 ? [heading(level, [words(said.answers)]), listOf(answers, true)] : []),
    ...(exercises.length > 0 ? [heading(level, [words(said.exercises)])] : []),
    ...exercises.flatMap(({ title, instructions }, at) => [
      paragraph({ type: 'strong', children: inlineOf(title) }),
      ...withFootnotesOf(`exercise-${at + 1}`, rankHeadings(parseLesson(instructions), level + 1)),
    ]),
    ...(workshop ? workshopBlocks(workshop, level, said) : []),
    ...(solved.length > 0 ? [heading(level, [words(said.solution)])] : []),
    ...solved.flatMap(({ title, solution = '' }, at) => [
      paragraph({ type: 'strong', children: inlineOf(title) }),
      ...withFootnotesOf(`solution-${at + 1}`, rankHeadings(parseLesson(solution), level + 1)),
    ]),
    ...(workshop ? workshopAnswers(workshop, level, said) : []),
    ...taskBlocks(of.taskAfter(lesson.lesson_id), level, said),
    ...factBlocks(of.factsAfter(lesson.lesson_id), level, said),
  ];
}

/** The final task with the points of a good result; the example of one is told after a learner's own, on the course's page. */
function taskBlocks(task: FinalTask | null, level: number, said: CourseWords): Block[] {
  if (!task) return [];
  return [
    heading(level, [words(said.finalTask)]),
    paragraph({ type: 'strong', children: inlineOf(task.title) }),
    ...textBlocks('final-task', task.task, level + 1),
    ...section(level + 1, said.solution, task.points),
  ];
}

export const blocksOf = (course: Course): BlocksOf => {
  const titles = new Map(course.modules.flatMap(({ lessons }) => lessons.map((lesson) => [lesson.lesson_id, lesson.title] as const)));
  const last = [...titles.keys()].at(-1);
  return {
    lang: languageOf(course),
    titleOf: (lessonId) => titles.get(lessonId),
    taskAfter: (lessonId) => (lessonId === last ? (course.plan?.final_task ?? null) : null),
    factsAfter: (lessonId) => (lessonId === last ? (course.plan?.thread ?? null) : null),
  };
};

/** The facts that all lessons share. */
const factBlocks = (thread: Thread | null, level: number, said: CourseWords): Block[] =>
  section(level, said.thread, thread?.facts.map(({ name, value }) => `${name}: ${value}`) ?? []);

/** The thread without its facts, and the case that the reader follows beside it. */
function threadBlocks({ name, summary, own }: Thread, level: number, said: CourseWords): Block[] {
  return [
    heading(level, [words(said.thread)]),
    paragraph({ type: 'strong', children: inlineOf(name) }),
    paragraph(...inlineOf(summary)),
    ...(own === '' ? [] : [paragraph({ type: 'strong', children: [words(said.own)] }), paragraph(...inlineOf(own))]),
  ];
}

/** Returns the blocks before the lessons. `level` is the level of their headings. */
export function prefaceBlocks(course: Course, level: number): Block[] {
  const said = courseWords(languageOf(course));
  return [
    paragraph(...inlineOf(course.description)),
    ...section(level, said.objectives, course.learning_objectives),
    ...(course.plan?.thread ? threadBlocks(course.plan.thread, level, said) : []),
  ];
}

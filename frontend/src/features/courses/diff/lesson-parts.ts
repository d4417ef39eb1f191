import type { Lesson } from '#contract/courses/courses.contract.ts';
import { feedbackOf, optionsOf, purposeOf, rightIdsOf, type QuestionPurpose, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { answerText } from '#contract/courses/asked-answer.ts';
import type { WorkshopStep } from '#contract/courses/workshop.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { isolateTermsPlugin } from '#frontend/ui/markdown/lesson-syntax.ts';
import { changesIn, compareBlocks, type DiffRow } from './diff-blocks.ts';
import { blocksOf, groupOf, listBlock, plainBlock, type Block } from './lesson-blocks.ts';

/** The compared fields of a lesson. */
export type LessonText = Pick<Lesson, 'title' | 'content' | 'objectives' | 'key_takeaways'> &
  Partial<Pick<Lesson, 'quiz' | 'exercises' | 'workshop'>>;

/** One part of a lesson, as two columns of blocks. */
export interface ComparedPart {
  readonly name: string;
  readonly rows: readonly DiffRow[];
}

const points = (texts: readonly string[]): Block[] => texts.map((text) => listBlock([text]));

const PURPOSES: Readonly<Record<QuestionPurpose, () => string | null>> = {
  predict: () => t('Before you read'),
  check: () => null,
  recall: () => t('From an earlier lesson'),
};

/** A question's purpose and place as blocks; empty for an old question. */
function placeOf(item: QuizItem): Block[] {
  const { after } = item;
  const place = after === undefined ? null : after === 0 ? t('Before the text') : t('After section {n}', { n: after });
  const said = [PURPOSES[purposeOf(item)](), place].filter((one) => one !== null);
  return said.length > 0 ? [plainBlock(said.join(' · '))] : [];
}

/** A question with its place and answers, as one block. */
const questionBlock = (item: QuizItem): Block => {
  const right = rightIdsOf(item);
  // in the correct order, for an ordering question
  const options = item.kind === 'order' ? right.flatMap((one) => item.options.filter(({ id }) => id === one)) : optionsOf(item);
  const marked = options.map(({ id, text }) => (item.kind !== 'order' && right.includes(id) ? t('{text} (correct)', { text }) : text));
  const told = feedbackOf(item).map((one) => `${options.find(({ id }) => id === one.option_id)!.text} → ${one.text}`);
  return groupOf([
    ...placeOf(item),
    plainBlock(item.question),
    listBlock(marked),
    ...(told.length > 0 ? [listBlock(told)] : []),
    plainBlock(item.explanation),
  ]);
};

/** A step of a workshop with what it asks and its answer, as one block. */
function stepBlock({ text, field, hint, explanation }: WorkshopStep): Block {
  const right = field && answerText(field);
  const accepted = field?.kind === 'line' ? field.accepted : [];
  const options = field?.kind === 'choice' ? field.options : [];
  const marked = options.map((one) => (one.text === right ? t('{text} (correct)', { text: one.text }) : one.text));
  const told = options.flatMap((one) => (one.feedback ? [`${one.text} → ${one.feedback}`] : []));
  const number = field?.kind === 'number' ? [`${right} ${field.unit} ± ${field.tolerance}`] : [];
  const lists = [marked, told, accepted, number].filter((list) => list.length > 0);
  return groupOf([
    ...blocksOf(text),
    ...lists.map((list) => listBlock(list)),
    ...(hint ? [plainBlock(hint)] : []),
    ...blocksOf(explanation),
  ]);
}

interface Part<Source> {
  readonly name: () => string;
  /** Selects the source of the part. */
  readonly of: (lesson: LessonText) => Source;
  /** Renders the part. */
  readonly blocks: (source: Source) => readonly Block[];
}

const part = <Source>(one: Part<Source>): Part<unknown> => one as Part<unknown>;

const PARTS: readonly Part<unknown>[] = [
  part({ name: () => t('Title'), of: ({ title }) => title, blocks: (title) => [plainBlock(title)] }),
  part({ name: () => t('Objectives'), of: ({ objectives }) => objectives, blocks: points }),
  part({ name: () => t('Text'), of: ({ content }) => content, blocks: blocksOf }),
  part({ name: () => t('Key takeaways'), of: ({ key_takeaways }) => key_takeaways, blocks: points }),
  // Without the ids of questions and answers, which are invisible to readers.
  part({ name: () => t('Quiz'), of: ({ quiz = [] }) => quiz.map(questionBlock), blocks: (questions) => questions }),
  part({
    name: () => t('Exercises'),
    of: ({ exercises = [] }) => exercises.map(({ title, instructions, solution = '' }) => ({ title, instructions, solution })),
    blocks: (exercises) =>
      exercises.flatMap(({ title, instructions, solution }) => [plainBlock(title), ...blocksOf(instructions), ...blocksOf(solution)]),
  }),
  part({
    name: () => t('Workshop'),
    of: ({ workshop }) => workshop ?? null,
    blocks: (workshop) => (workshop ? [plainBlock(workshop.title), ...blocksOf(workshop.intro), ...workshop.steps.map(stepBlock)] : []),
  }),
];

function readOf({ of, blocks }: Part<unknown>, lesson: LessonText | null, dir: TextLanguage['dir']): readonly Block[] {
  const read = lesson ? blocks(of(lesson)) : [];
  // before words are compared, whose marks would otherwise split a name
  if (dir === 'rtl') read.forEach(isolateTermsPlugin());
  return read;
}

/** Returns the parts that differ, in reading order; empty if both sides are equal. Null stands for a lesson that does not exist. */
export function compareLessons(before: LessonText | null, after: LessonText | null, { lang, dir }: TextLanguage = {}): ComparedPart[] {
  return PARTS.map((one) => ({ name: one.name(), rows: compareBlocks(readOf(one, before, dir), readOf(one, after, dir), lang) })).filter(
    ({ rows }) => changesIn(rows) > 0,
  );
}

/** Whether any part differs; does not compare words. */
export const differs = (before: LessonText | null, after: LessonText | null): boolean =>
  PARTS.some(({ of }) => JSON.stringify(before && of(before)) !== JSON.stringify(after && of(after)));

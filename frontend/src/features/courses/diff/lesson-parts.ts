import type { Lesson } from '#contract/courses/courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { changesIn, compareTexts, type DiffRow } from './diff-blocks.ts';

/** What of a lesson is compared. */
export type LessonText = Pick<Lesson, 'title' | 'content' | 'objectives' | 'key_takeaways'> & Partial<Pick<Lesson, 'quiz' | 'exercises'>>;

/** One part of a lesson, as two columns of paragraphs. */
export interface ComparedPart {
  readonly name: string;
  readonly rows: readonly DiffRow[];
}

const paragraphs = (lines: readonly string[]): string => lines.join('\n\n');

const quizText = (lesson: LessonText): string =>
  paragraphs(
    (lesson.quiz ?? []).map(({ question, options, answer_id, explanation }) =>
      [question, ...options.map(({ id, text }) => `– ${id === answer_id ? t('{text} (right)', { text }) : text}`), explanation].join('\n'),
    ),
  );
const exercisesText = (lesson: LessonText): string =>
  paragraphs((lesson.exercises ?? []).map(({ title, instructions }) => `${title}\n\n${instructions}`));

const PARTS: readonly { readonly name: () => string; readonly of: (lesson: LessonText) => string }[] = [
  { name: () => t('Title'), of: ({ title }) => title },
  { name: () => t('Objectives'), of: ({ objectives }) => paragraphs(objectives) },
  { name: () => t('Text'), of: ({ content }) => content },
  { name: () => t('Key takeaways'), of: ({ key_takeaways }) => paragraphs(key_takeaways) },
  { name: () => t('Quiz'), of: quizText },
  { name: () => t('Exercises'), of: exercisesText },
];

const textOf = (part: (typeof PARTS)[number], lesson: LessonText | null): string => (lesson ? part.of(lesson) : '');

/** The parts that differ, in reading order; none when the two are the same. Null stands for a lesson that is not there. */
export function compareLessons(before: LessonText | null, after: LessonText | null, language?: string): ComparedPart[] {
  return PARTS.map((part) => ({ name: part.name(), rows: compareTexts(textOf(part, before), textOf(part, after), language) })).filter(
    ({ rows }) => changesIn(rows) > 0,
  );
}

/** Whether any part differs, without comparing words. */
export const differs = (before: LessonText | null, after: LessonText | null): boolean =>
  PARTS.some((part) => textOf(part, before) !== textOf(part, after));

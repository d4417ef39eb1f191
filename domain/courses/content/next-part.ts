import { placeQuestions } from '#contract/courses/place-questions.ts';
import { MINUTES_A_QUESTION, PART_MINUTES, WORDS_A_MINUTE } from '#contract/courses/study-minutes.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';
import type { LessonContent } from './course-content.queries.ts';

/** About what a reading place counts as blocks: paragraphs, entries of lists, rows of tables, programs. */
const BLOCK = /^(?:[ \t]*(?:[-*+]|\d+[.)])[ \t]|\||#{3,6} )|\S.*(?:\n[ \t]*(?:\n|$)|$)/gm;

/**
 * Returns what the next part of a lesson takes, in whole minutes: its sections from a reading place on, with the questions between them, until
 * they take `PART_MINUTES`; less than a minute at the end of the text is not left for another day.
 * @param position of the reader, in blocks as `ReadingPlace` counts them: the section in which it is begins the part
 */
export function nextPartMinutes({ content, quiz }: Pick<LessonContent, 'content' | 'quiz'>, position: number): number {
  const parts = placeQuestions(content, quiz, undefined).parts.flatMap(({ text, questions }) =>
    text === undefined
      ? [{ minutes: questions.length * MINUTES_A_QUESTION, blocks: 0 }]
      : sectionsIn(text).map((section) => ({
          minutes: countWords(plainProse(section)) / WORDS_A_MINUTE,
          blocks: section.match(BLOCK)?.length ?? 0,
        })),
  );
  const ends = parts.map((_, at) => parts.slice(0, at + 1).reduce((sum, { blocks }) => sum + blocks, 0));
  const begin = Math.max(
    0,
    ends.findIndex((end) => end > position),
  );
  const rest = parts.slice(begin).map(({ minutes }) => minutes);
  let taken = 0;
  for (const [at, minutes] of rest.entries()) {
    const left = rest.slice(at).reduce((sum, one) => sum + one, 0);
    if (taken >= PART_MINUTES && left >= 1) break;
    taken += minutes;
  }
  return Math.max(1, Math.round(taken));
}

const sectionsIn = (text: string): string[] => text.split(/^(?=## )/m).filter((section) => section.trim() !== '');

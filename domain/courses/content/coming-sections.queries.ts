import { placeQuestions } from '#contract/courses/place-questions.ts';
import { MINUTES_A_QUESTION, WORDS_A_MINUTE } from '#contract/courses/study-minutes.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';
import type { LessonContent } from './course-content.queries.ts';

/** About what a reading place counts as blocks: entries of lists, rows of tables, smaller headings, paragraphs and programs. */
const BLOCK = /^(?:[ \t]*(?:[-*+]|\d+[.)])[ \t]|\||#{3,6} )|\S.*(?:\n[ \t]*(?:\n|$)|$)/gm;

/** The end of a section of a lesson. */
export interface SectionEnd {
  /** From the reading place to here, with the questions on the way; one decimal. */
  readonly minutes: number;
  /** As a reading place. */
  readonly position: number;
}

/**
 * Returns the ends of a lesson's sections that a reader has before them; the section in which they are counts from its beginning.
 * @param position of the reader, in blocks as `ReadingPlace` counts them
 */
export function comingSections({ content, quiz }: Pick<LessonContent, 'content' | 'quiz'>, position: number): SectionEnd[] {
  let block = 0;
  const sections: { minutes: number; position: number }[] = [];
  const { parts, rest } = placeQuestions(content, quiz, undefined);
  for (const { text, questions } of parts) {
    // questions belong to the section before them
    if (text === undefined) {
      const last = sections.at(-1);
      if (last) last.minutes += questions.length * MINUTES_A_QUESTION;
      continue;
    }
    for (const section of text.split(/^(?=## )/m).filter((one) => one.trim() !== '')) {
      block += section.match(BLOCK)?.length ?? 0;
      sections.push({ minutes: countWords(plainProse(section)) / WORDS_A_MINUTE, position: block });
    }
  }
  if (sections.length > 0) sections.at(-1)!.minutes += rest.length * MINUTES_A_QUESTION;
  const coming = sections.filter((section) => section.position > position);
  return coming.map((section, at) => ({
    minutes: Math.round(coming.slice(0, at + 1).reduce((sum, { minutes }) => sum + minutes, 0) * 10) / 10,
    position: section.position,
  }));
}

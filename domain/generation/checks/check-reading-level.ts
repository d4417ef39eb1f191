import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { Language } from './check-language.ts';
import { plainProse } from '#domain/platform/prose/plain-prose.ts';

/**
 * Highest LIX for readers up to an age; from 18 on there is no limit. LIX = words per sentence + percentage of words over six letters,
 * designed to be language-independent: under 30 children's books, 30-40 fiction, 40-50 newspapers, over 50 specialist texts.
 */
const HIGHEST = [
  [8, 36],
  [10, 38],
  [12, 40],
  [15, 42],
  [17, 52],
] as const;
/** Languages whose everyday words are longer. */
const LONGER_WORDS: Partial<Record<Language, number>> = { german: 3, spanish: 2, italian: 3, portuguese: 3, french: 6, russian: 6 };
/** Scripts without spaces: maximum number of characters per sentence. */
const HIGHEST_SIGNS = [
  [8, 36],
  [12, 46],
  [15, 60],
  [17, 90],
] as const;
const DENSE: readonly Language[] = ['chinese', 'japanese'];

const SENTENCE_END = /(?<![.!?:;。！？।؟])[.!?:;。！？।؟]+(?=\s|$|["”»」）)])|[。！？]|\n+/u;
/** Shorter texts do not allow a judgement. */
const FEWEST_WORDS = 60;

const sentencesOf = (plain: string) => plain.split(SENTENCE_END).filter((part) => /\p{L}/u.test(part)).length;

/** Returns the LIX of a Markdown text; for Chinese and Japanese, characters per sentence. Null when it is too short. */
export function readingLevel(markdown: string, language: Language): number | null {
  const plain = plainProse(markdown);
  if (DENSE.includes(language)) {
    const signs = plain.match(/\p{L}/gu)?.length ?? 0;
    return signs < FEWEST_WORDS * 2 ? null : signs / sentencesOf(plain);
  }
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  if (words.length < FEWEST_WORDS) return null;
  const long = words.filter((word) => word.length > 6).length;
  return words.length / sentencesOf(plain) + (100 * long) / words.length;
}

/** Reports a text that is too hard for that age; requested again once, then used with a note. */
export function checkReadingLevel(
  markdown: string,
  { age, language_preference: language }: { age: number; language_preference: Language },
): AnswerProblem[] {
  const level = readingLevel(markdown, language);
  const limits = DENSE.includes(language) ? HIGHEST_SIGNS : HIGHEST;
  const limit = limits.find(([to]) => age <= to)?.[1];
  if (level === null || limit === undefined || level <= limit + (LONGER_WORDS[language] ?? 0)) return [];
  return [
    problem(`the text is too hard for a reader of ${age}: shorter sentences, everyday words, and every hard word explained`, {
      keep: 'after_reask',
      note: 'reading_level',
    }),
  ];
}

import { problem, type AnswerProblem } from './answer-problem.ts';
import { countWords, plainProse } from './plain-prose.ts';

/** Shares of the asked number of words: below the first a text is no lesson, below the second it is asked for again. */
const LEAST = 0.5;
const ENOUGH = 0.7;

/** @param asked words of one lesson, see `courseSize` */
export function checkLength(markdown: string, asked: number): AnswerProblem[] {
  const words = countWords(plainProse(markdown));
  if (words >= asked * ENOUGH) return [];
  const text = `the text is too short: ${words} words, about ${asked} words are needed`;
  return [words < asked * LEAST ? problem(text) : problem(text, { keep: 'after_reask', note: 'length' })];
}

import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';

/** A text of fewer words is no lesson, whatever was asked for. */
const LEAST_WORDS = 150;
/**
 * Shares of the requested number of words: below the second a text is requested again; below the first it is not used while another service
 * can still be asked.
 */
const LEAST = 0.5;
const ENOUGH = 0.7;
/** Above the first share a text is requested again. Above the second it is not used while another service can still be asked. */
const MORE_THAN_ENOUGH = 1.6;
const FAR_TOO_MUCH = 3;

/** Checks the length. @param asked words of one lesson, see `courseSize`; 0 accepts any length */
export function checkLength(markdown: string, target: number): AnswerProblem[] {
  const words = countWords(plainProse(markdown));
  if (target === 0) return [];
  if (words > target * MORE_THAN_ENOUGH) {
    const text = `the text is too long: ${words} words where about ${target} are asked for; say less, do not break off`;
    return [problem(text, { keep: words > target * FAR_TOO_MUCH ? 'last_resort' : 'after_reask', note: 'too_long' })];
  }
  if (words >= target * ENOUGH) return [];
  const text = `the text is too short: ${words} words, about ${target} words are needed`;
  if (words < Math.min(LEAST_WORDS, target * LEAST)) return [problem(text)];
  return [problem(text, { keep: words < target * LEAST ? 'last_resort' : 'after_reask', note: 'length' })];
}

import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { isAlike, languageOf, namesLanguage, slipOf } from '#domain/vendors/llm/hygiene/answer-language.ts';
import { foreignShare, TOLERATED, type Language } from '#domain/vendors/llm/hygiene/foreign-share.ts';

/** Checks the language. @param texts judged as one, because titles alone are too short */
export function checkLanguage(texts: readonly string[], language: Language, rest: Omit<AnswerProblem, 'text'> = {}): AnswerProblem[] {
  if (foreignShare(texts.join('\n\n'), language) <= TOLERATED) return [];
  return [problem(`the text is not in the language asked for: write everything in ${language}`, rest)];
}

/**
 * Checks that no list beside a text is certainly in another language: lists are displayed separately, and too short to affect the judgement
 * of the whole.
 * @param lists such as the objectives, each judged by itself
 * @param order the learner's own words about the course, in any language: they may be quoted, and may name one
 */
export function checkLists(
  lists: readonly (readonly string[])[],
  language: Language,
  order: readonly string[],
  rest: Omit<AnswerProblem, 'text'>,
): AnswerProblem[] {
  const found = lists.map((list) => languageOf(withoutQuoted(list.join('\n'), order)));
  if (found.every((one) => one === null || isAlike(one, language) || namesLanguage(order.join(' '), one))) return [];
  return [problem(`the objectives or the key takeaways are not in the language asked for: write everything in ${language}`, rest)];
}

/** Shorter texts are a word or two, which a lesson may legitimately contain. */
const QUOTABLE_CHARACTERS = 12;

/** Returns a text without its quotations of the learner. */
const withoutQuoted = (text: string, order: readonly string[]): string =>
  order
    .map((one) => one.trim())
    .filter((one) => one.length >= QUOTABLE_CHARACTERS)
    .reduce((rest, quoted) => rest.replaceAll(quoted, ' '), text);

/**
 * Checks that no paragraph is in the script of another language, into which some models slip for a moment. A course that names the language
 * may quote it, and the learner's own words may be in any.
 * @param order the learner's topic, goals and titles
 */
export function checkPassages(
  text: string,
  language: Language,
  order: readonly string[],
  rest: Omit<AnswerProblem, 'text'> = {},
): AnswerProblem[] {
  const about = order.join(' ');
  const slip = slipOf(withoutQuoted(text, order), (other) => other === language || namesLanguage(about, other));
  return slip ? [problem(`a paragraph is in another language: write everything in ${language}`, rest)] : [];
}

import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { foreignShare, TOLERATED, type Language } from '#domain/vendors/llm/hygiene/foreign-share.ts';

/** Checks the language. @param texts judged as one: titles alone are too short */
export function checkLanguage(texts: readonly string[], language: Language, rest: Omit<AnswerProblem, 'text'> = {}): AnswerProblem[] {
  if (foreignShare(texts.join('\n\n'), language) <= TOLERATED) return [];
  return [problem(`the text is not in the language asked for: write everything in ${language}`, rest)];
}

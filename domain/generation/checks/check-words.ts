import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { BROKEN_OFF, isSurelyBroken } from '#domain/vendors/llm/hygiene/broken-end.ts';
import { checkLanguage } from './check-language.ts';
import { checkWhole } from './check-lesson.ts';
import { checkUnsafe } from './check-unsafe.ts';

/**
 * Checks short texts, of which one may end without a full stop: 'Worker: a bee that cannot lay'. One that has finished a sentence before,
 * or clearly goes on, was cut off.
 * @param name for the problem, such as 'an exercise'
 */
export function checkAllWhole(name: string, texts: readonly string[]): AnswerProblem[] {
  const isSure = (of: AnswerProblem, text: string) => of.text !== BROKEN_OFF || isSurelyBroken(text);
  return texts
    .flatMap((text) => checkWhole(text).filter((of) => isSure(of, text)))
    .slice(0, 1)
    .map(({ text, ...rest }) => ({ ...rest, text: `in ${name}: ${text}` }));
}

/**
 * Checks the language of practice, and that it suits the reader: what does not is never used, because the lesson can do without.
 * @param said its texts, if it also has others, such as code
 */
export const checkWords = (document: unknown, form: CourseForm, said = textsOf(document)): AnswerProblem[] => [
  ...checkLanguage([said.join(' ')], form.language_preference),
  ...checkUnsafe(document, form),
];

import { optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import type { MentorQuestion } from '#domain/mentor/prompts/mentor-prompt.ts';
import { plainProse, tokensOf } from '#domain/platform/prose/plain-prose.ts';

/** A shorter answer explains nothing: a greeting, a yes, where to find a button. */
const EXPLANATION_CHARACTERS = 200;
/** Share of a quiz question's words in a message from which it counts as asking for its answer. */
const ASKED_SHARE = 0.6;
const FEWEST_WORDS = 3;
const WORD_LETTERS = 4;
const QUESTION_END = /[?？؟]["'”’»」)\]*_]*\s*$/;
const SENTENCES = /[^.!?。！？؟।]+[.!?。！？؟।]+["'”’»」)\]*_]*\s*/gu;

const wordsOf = (text: string): string[] => [
  ...new Set(tokensOf(text).filter((word) => word.length >= WORD_LETTERS || /\p{Script=Han}/u.test(word))),
];
const isSaid = (text: string, words: readonly string[]): boolean => ` ${tokensOf(text).join(' ')} `.includes(` ${words.join(' ')} `);

/**
 * Returns the flaw of an answer that should only guide: it states the solution of the quiz question that was asked, word for word, before
 * the learner has. Null when no rule finds a flaw; a solution in other words is not noticed.
 */
export function toldSolution(answer: string, { socratic, isTutor, text, passage, history, context }: MentorQuestion): string | null {
  // a tutor explains after three hints
  if (!socratic || isTutor || context === null) return null;
  const asked = new Set(wordsOf(`${text} ${passage ?? ''}`));
  const said = [text, passage, ...history.map(({ question }) => question)].join('\n');
  for (const item of context.quiz) {
    // 'true' or a number can be said without giving anything away
    if (item.kind === 'true_false') continue;
    const words = wordsOf(item.question);
    if (words.length < FEWEST_WORDS || words.filter((word) => asked.has(word)).length < words.length * ASKED_SHARE) continue;
    const solutions =
      item.kind === 'short' ? item.rubric : optionsOf(item).flatMap((option) => (rightIdsOf(item).includes(option.id) ? option.text : []));
    // an option counts only if it is an answer: in an ordering question, all options are right
    const told = item.kind === 'order' ? [] : solutions.map((solution) => tokensOf(solution)).filter((tokens) => tokens.length > 1);
    if (told.some((tokens) => isSaid(answer, tokens) && !isSaid(`${said}\n${item.question}`, tokens)))
      return 'The answer tells the solution. Ask questions that lead to it, and say where in the lesson to look; do not give it.';
  }
  return null;
}

/**
 * Makes an explanation of a lesson end with exactly one question. Of several at the end, the first stays; without any, the learner is asked
 * the quiz question that they answered wrong, if there is one.
 */
export function withQuestionBack(answer: string, { socratic, isTutor, context }: MentorQuestion): string {
  if (socratic || isTutor || context === null || plainProse(answer).length < EXPLANATION_CHARACTERS) return answer;
  const begin = answer.trimEnd().lastIndexOf('\n\n') + 1;
  const last = answer.slice(begin).trim();
  if (QUESTION_END.test(last)) {
    const sentences = last.match(SENTENCES) ?? [];
    // text without sentence marks, or with marks inside a number or code, stays as it is
    if (sentences.join('').length !== last.length) return answer;
    const firstAsked = sentences.findLastIndex((sentence) => !QUESTION_END.test(sentence)) + 1;
    return `${answer.slice(0, begin)}${begin > 0 ? '\n' : ''}${sentences
      .slice(0, firstAsked + 1)
      .join('')
      .trim()}`;
  }
  const [mistake] = context.mistakes;
  return mistake && !answer.includes(mistake.question) ? `${answer.trimEnd()}\n\n${mistake.question}` : answer;
}

import { optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
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

/** An answer that gives away what the learner is to find. */
export interface Told {
  /** What the next engine is told. */
  readonly hint: string;
  readonly detail: string;
}
const GUIDING: Told = {
  hint: 'The answer tells the solution. Ask questions that lead to it, and say where in the lesson to look; do not give it.',
  detail: 'The AI mentor told the solution instead of guiding you to it. Nothing was charged. Please ask again, or turn off “Guide me”.',
};
const IN_TEST: Told = {
  hint: 'The answer tells the solution of a question of the final test that the learner is taking. Say only where in the course to look.',
  detail: 'The AI mentor answered a question of your final test. Nothing was charged. Please hand in the test before you ask about it.',
};
const IN_TASK: Told = {
  hint: 'The answer does the final task of the course for the learner. Ask questions, and say which lessons help; do no part of it.',
  detail: 'The AI mentor did part of your final task. Nothing was charged. Please hand in the task before you ask for a solution.',
};

/** So many words in a row, in the answer and in the final task's solution, are not chance. */
const COPIED_WORDS = 8;

/**
 * Returns what an answer gives away word for word, before the learner has said it: while guiding, the solution of the lesson's quiz question
 * that was asked; always, that of a question in an open final test, and part of the final task's solution until it is handed in. Null when no
 * rule finds any; a solution in other words is not noticed.
 */
export function toldSolution(answer: string, asking: MentorQuestion): Told | null {
  const { socratic, isTutor, context, inTest } = asking;
  if (inTest.some((item) => tellsItem(answer, item, asking))) return IN_TEST;
  if (context === null) return null;
  if (!context.hasHandedIn && tellsTask(answer, asking)) return IN_TASK;
  // a tutor explains after three hints
  if (!socratic || isTutor) return null;
  return context.quiz.some((item) => tellsItem(answer, item, asking)) ? GUIDING : null;
}

const saidBy = ({ text, passage, history }: MentorQuestion) => [text, passage, ...history.map(({ question }) => question)].join('\n');

function tellsItem(answer: string, item: QuizItem, asking: MentorQuestion): boolean {
  // 'true' or a number can be said without giving anything away
  if (item.kind === 'true_false') return false;
  const asked = new Set(wordsOf(`${asking.text} ${asking.passage ?? ''}`));
  const words = wordsOf(item.question);
  if (words.length < FEWEST_WORDS || words.filter((word) => asked.has(word)).length < words.length * ASKED_SHARE) return false;
  const solutions =
    item.kind === 'short' ? item.rubric : optionsOf(item).flatMap((option) => (rightIdsOf(item).includes(option.id) ? option.text : []));
  // an option counts only if it is an answer: in an ordering question, all options are right
  const told = item.kind === 'order' ? [] : solutions.map((solution) => tokensOf(solution)).filter((tokens) => tokens.length > 1);
  return told.some((tokens) => isSaid(answer, tokens) && !isSaid(`${saidBy(asking)}\n${item.question}`, tokens));
}

function tellsTask(answer: string, asking: MentorQuestion): boolean {
  const task = asking.context?.plan?.final_task;
  if (!task) return false;
  const given = [task.title, task.task, ...task.points, asking.context!.content, saidBy(asking)].join('\n');
  const solution = tokensOf(task.solution);
  const said = ` ${tokensOf(answer).join(' ')} `;
  return solution.some((_, at) => {
    const words = solution.slice(at, at + COPIED_WORDS);
    return words.length === COPIED_WORDS && said.includes(` ${words.join(' ')} `) && !isSaid(given, words);
  });
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

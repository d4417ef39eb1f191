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

const spaced = (tokens: readonly string[]): string => ` ${tokens.join(' ')} `;

/** Returns every run of so many words. */
const runsOf = (tokens: readonly string[]): string[] =>
  tokens.slice(0, 1 - COPIED_WORDS).map((_, at) => tokens.slice(at, at + COPIED_WORDS).join(' '));

/**
 * Returns a function that says what an answer gives away word for word, before the learner has said it: while guiding, the solution of the
 * lesson's quiz question that was asked; always, that of a question in an open final test, and part of the final task's solution until it is
 * handed in. Null when no rule finds any; a solution in other words is not noticed. A streaming answer is asked about many times a second, so
 * what does not depend on it is worked out once.
 */
export function solutionGuard(asking: MentorQuestion): (answer: string) => Told | null {
  const { socratic, isTutor, context, inTest } = asking;
  const tested = solutionsOf(inTest, asking);
  const task = taskRuns(asking);
  // a tutor explains after three hints
  const guided = socratic && !isTutor && context !== null ? solutionsOf(context.quiz, asking) : [];
  return (answer) => {
    const tokens = tokensOf(answer);
    const said = spaced(tokens);
    if (tested.some((solution) => said.includes(solution))) return IN_TEST;
    if (task.size > 0 && runsOf(tokens).some((run) => task.has(run))) return IN_TASK;
    return guided.some((solution) => said.includes(solution)) ? GUIDING : null;
  };
}

const saidBy = ({ text, passage, history }: MentorQuestion) => [text, passage, ...history.map(({ question }) => question)].join('\n');

/** Returns the solutions of the questions that were asked for, without those that the learner has said. */
function solutionsOf(items: readonly QuizItem[], asking: MentorQuestion): string[] {
  const asked = new Set(wordsOf(`${asking.text} ${asking.passage ?? ''}`));
  const said = tokensOf(saidBy(asking));
  return items.flatMap((item) => {
    const words = wordsOf(item.question);
    // 'true' or a number can be said without giving anything away; in an ordering question, all options are right
    if (item.kind === 'true_false' || item.kind === 'order' || words.length < FEWEST_WORDS) return [];
    if (words.filter((word) => asked.has(word)).length < words.length * ASKED_SHARE) return [];
    const solutions =
      item.kind === 'short' ? item.rubric : optionsOf(item).flatMap((option) => (rightIdsOf(item).includes(option.id) ? option.text : []));
    const given = spaced([...said, ...tokensOf(item.question)]);
    return solutions
      .map((solution) => tokensOf(solution))
      .filter((tokens) => tokens.length > 1)
      .map(spaced)
      .filter((solution) => !given.includes(solution));
  });
}

/** Returns the runs of words of the final task's solution that stand nowhere else; none once it is handed in. */
function taskRuns(asking: MentorQuestion): ReadonlySet<string> {
  const { context } = asking;
  const task = context?.hasHandedIn === false ? context.plan?.final_task : null;
  if (!context || !task) return new Set();
  const given = new Set(runsOf(tokensOf([task.title, task.task, ...task.points, context.content, saidBy(asking)].join('\n'))));
  return new Set(runsOf(tokensOf(task.solution)).filter((run) => !given.has(run)));
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

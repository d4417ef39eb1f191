import { kindOf, optionsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';

/** Number of a day's questions that are asked again on the next day. */
export const ASKED_AGAIN = 3;
/** Fewer answers of other learners say nothing about a question. */
const ENOUGH_OTHERS = 5;

/** A question that a learner answered on a day, for the first time or wrongly. */
export interface DayQuestion {
  /** Number of wrong answers of the learner on that day. */
  readonly wrong: number;
  /** Number of other learners' latest answers to the same question, and how many of them were wrong. */
  readonly others: { readonly answers: number; readonly wrong: number };
  readonly item: QuizItem;
  readonly answeredAt: Date;
}

const missedShare = ({ others: { answers, wrong } }: DayQuestion): number => (answers < ENOUGH_OTHERS ? 0 : wrong / answers);

/** Returns the chance of answering a question right by guessing. */
export function guessChance(item: QuizItem): number {
  const options = optionsOf(item).length;
  const kind = kindOf(item);
  if (kind === 'short' || options === 0) return 0;
  if (kind === 'order') return 1 / Array.from({ length: options }, (_, at) => at + 1).reduce((all, n) => all * n, 1);
  return kind === 'multiple' ? 1 / (2 ** options - 1) : 1 / options;
}

/**
 * Returns the hardest questions of a learner's day, hardest first: those the learner answered wrongly most often; then those that more of the
 * other learners missed; then those that are harder to guess; then those answered later, which build on the earlier ones.
 */
export const hardestOf = <Q extends DayQuestion>(questions: readonly Q[]): Q[] =>
  questions
    .toSorted(
      (one, other) =>
        other.wrong - one.wrong ||
        missedShare(other) - missedShare(one) ||
        guessChance(one.item) - guessChance(other.item) ||
        other.answeredAt.getTime() - one.answeredAt.getTime(),
    )
    .slice(0, ASKED_AGAIN);

import { createEmptyCard, fsrs, Rating as Grade, TypeConvert, type Card, type CardInput } from 'ts-fsrs';
import type { Rating } from '#contract/practice/cards.contract.ts';

/** Without fuzz: the same answers lead to the same dates, which tests and learners can follow. */
const scheduler = fsrs({ enable_fuzz: false });
const GRADES = { again: Grade.Again, hard: Grade.Hard, good: Grade.Good, easy: Grade.Easy } as const satisfies Record<Rating, Grade>;

/**
 * Calculates when a question or a flash card is due again, by FSRS (https://github.com/open-spaced-repetition/ts-fsrs).
 * @param card as stored after the last review; null: never reviewed before
 * @param rating of a question, a right answer is `good` and a wrong one `again`
 */
export function scheduleReview(card: unknown, rating: Rating, now: Date): Card {
  const before = card === null ? createEmptyCard(now) : TypeConvert.card(card as CardInput);
  return scheduler.next(before, now, GRADES[rating]).card;
}

import { createEmptyCard, fsrs, Rating as Grade, TypeConvert, type Card, type CardInput } from 'ts-fsrs';
import type { KNOWN_LEVELS } from '#contract/practice/cards.contract.ts';
import { RATINGS, type Rating } from '#contract/practice/cards.contract.ts';

/** Without fuzz: the same answers lead to the same dates, which tests and learners can follow. */
const scheduler = fsrs({ enable_fuzz: false });
/** By whole days: a question's answer has just been shown, so asked again within minutes it would be read and not recalled. */
const byDays = fsrs({ enable_fuzz: false, enable_short_term: false });
const GRADES = { again: Grade.Again, hard: Grade.Hard, good: Grade.Good, easy: Grade.Easy } as const satisfies Record<Rating, Grade>;

/**
 * Calculates when a flash card is due again, by FSRS (https://github.com/open-spaced-repetition/ts-fsrs).
 * @param card as stored after the last review; null: never reviewed before
 */
export const scheduleReview = (card: unknown, rating: Rating, now: Date): Card =>
  scheduler.next(cardOf(card, now), now, GRADES[rating]).card;

/**
 * Calculates when a question of a lesson is due again: one that was answered wrong tomorrow, a right one later.
 * @param card as stored after the last answer; null: never answered before
 */
export const scheduleAnswer = (card: unknown, isRight: boolean, now: Date): Card =>
  byDays.next(cardOf(card, now), now, isRight ? Grade.Good : Grade.Again).card;

const cardOf = (card: unknown, now: Date): Card => (card === null ? createEmptyCard(now) : TypeConvert.card(card as CardInput));

/** Says for each rating when a card would be due again. @param card as stored after the last review; null: never reviewed before */
export const returnsAt = (card: unknown, now: Date): Record<Rating, string> =>
  Object.fromEntries(RATINGS.map((rating) => [rating, scheduleReview(card, rating, now).due.toISOString()])) as Record<Rating, string>;

/** The days for which a card is remembered, from which each degree begins: FSRS calls this its stability. */
const KNOWN_FROM_DAYS = [0, 2, 7, 21, 60] as const satisfies { length: typeof KNOWN_LEVELS };

/** How well a card is known, from 0 to 5. @param card as stored after the last review; null: never reviewed before */
export function knownLevel(card: unknown): number {
  if (card === null) return 0;
  const { stability } = TypeConvert.card(card as CardInput);
  return KNOWN_FROM_DAYS.filter((days) => stability >= days).length;
}

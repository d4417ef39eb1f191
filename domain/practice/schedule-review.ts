import { createEmptyCard, fsrs, Rating as Grade, TypeConvert, type Card, type CardInput } from 'ts-fsrs';
import type { KNOWN_LEVELS } from '#contract/practice/cards.contract.ts';
import { RATINGS, type Rating } from '#contract/practice/cards.contract.ts';

/** Without fuzz, so that the same answers lead to the same dates, which tests and learners can follow. */
const scheduler = fsrs({ enable_fuzz: false });
/** In whole days: a question's answer has just been shown, so within minutes it would be read rather than recalled. */
const byDays = fsrs({ enable_fuzz: false, enable_short_term: false });
const GRADES = { again: Grade.Again, hard: Grade.Hard, good: Grade.Good, easy: Grade.Easy } as const satisfies Record<Rating, Grade>;

/**
 * Returns when a flash card is due again, by FSRS (https://github.com/open-spaced-repetition/ts-fsrs).
 * @param card as stored after the last review; null before the first
 */
export const scheduleReview = (card: unknown, rating: Rating, now: Date): Card =>
  scheduler.next(cardOf(card, now), now, GRADES[rating]).card;

/**
 * Returns when a question of a lesson is due again: tomorrow after a wrong answer, later after a right one.
 * @param card as stored after the last answer; null before the first
 */
export const scheduleAnswer = (card: unknown, isRight: boolean, now: Date): Card =>
  byDays.next(cardOf(card, now), now, isRight ? Grade.Good : Grade.Again).card;

const cardOf = (card: unknown, now: Date): Card => (card === null ? createEmptyCard(now) : TypeConvert.card(card as CardInput));

/** Returns when a card was last reviewed; null before its first review. @param card as stored after the last review */
export const lastReviewOf = (card: unknown): Date | null =>
  card === null ? null : (TypeConvert.card(card as CardInput).last_review ?? null);

/** Returns how often a card was reviewed. @param card as stored after the last review; null before the first */
export const reviewsOf = (card: unknown): number => (card === null ? 0 : TypeConvert.card(card as CardInput).reps);

/** Returns for each rating when the card would be due again. @param card as stored after the last review; null before the first */
export const returnsAt = (card: unknown, now: Date): Record<Rating, string> =>
  Object.fromEntries(RATINGS.map((rating) => [rating, scheduleReview(card, rating, now).due.toISOString()])) as Record<Rating, string>;

/** Days for which a card is remembered (FSRS: stability) at which each degree begins. */
const KNOWN_FROM_DAYS = [0, 2, 7, 21, 60] as const satisfies { length: typeof KNOWN_LEVELS };

/** Returns how well a card is known, from 0 to 5. @param card as stored after the last review; null before the first */
export function knownLevel(card: unknown): number {
  if (card === null) return 0;
  const { stability } = TypeConvert.card(card as CardInput);
  return KNOWN_FROM_DAYS.filter((days) => stability >= days).length;
}

import { createEmptyCard, fsrs, Rating, TypeConvert, type Card, type CardInput } from 'ts-fsrs';

/** Without fuzz: the same answers lead to the same dates, which tests and learners can follow. */
const scheduler = fsrs({ enable_fuzz: false });

/**
 * Calculates when a question is due again, by FSRS (https://github.com/open-spaced-repetition/ts-fsrs).
 * @param card as stored after the last answer; null: never answered before
 * @param isRight a right answer counts as 'good', a wrong one as 'again'
 */
export function scheduleReview(card: unknown, isRight: boolean, now: Date): Card {
  const before = card === null ? createEmptyCard(now) : TypeConvert.card(card as CardInput);
  return scheduler.next(before, now, isRight ? Rating.Good : Rating.Again).card;
}

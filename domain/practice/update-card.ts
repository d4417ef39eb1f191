import type { Knex } from 'knex';
import { scheduleAnswer } from './schedule-review.ts';

export interface CardOf {
  readonly account_id: string;
  readonly course_id: string;
  readonly lesson_id: string;
  readonly question_id: string;
}

/** Locks the card of a question, which its first answer creates, so that answers to a question are serialised. */
export async function lockCard(trx: Knex.Transaction, key: CardOf, now: Date): Promise<{ card: unknown; due_at: Date }> {
  await trx('review_card')
    .insert({ ...key, due_at: now, card: 'null' })
    .onConflict()
    .ignore();
  return trx('review_card').where(key).forUpdate().first('card', 'due_at');
}

/** Updates a question's card after an answer. @returns when it is due again */
export async function updateCard(trx: Knex.Transaction, key: CardOf, isRight: boolean, now: Date): Promise<Date> {
  const { card } = await lockCard(trx, key, now);
  const next = scheduleAnswer(card, isRight, now);
  await trx('review_card')
    .where(key)
    .update({ card: JSON.stringify(next), due_at: next.due });
  return next.due;
}

import type { Knex } from 'knex';
import { lockName } from '#domain/platform/lock-name.ts';
import { askHardestAgain } from './ask-hardest-again.command.ts';
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

/**
 * Updates a question's card after its answer was stored, and chooses anew what of the day is asked again tomorrow.
 * @returns when it is due again
 */
export async function updateCard(trx: Knex.Transaction, key: CardOf, isRight: boolean, now: Date): Promise<Date> {
  // two answers at once would otherwise both choose without the other
  await lockName(trx, `answering:${key.account_id}`);
  const { card } = await lockCard(trx, key, now);
  const next = scheduleAnswer(card, isRight, now);
  await trx('review_card')
    .where(key)
    .update({ card: JSON.stringify(next), due_at: next.due, again_on: null });
  await askHardestAgain(trx, key.account_id, now);
  return (await trx('review_card').where(key).first('due_at'))!.due_at;
}

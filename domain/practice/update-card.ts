import type { Knex } from 'knex';
import { lockName } from '#domain/platform/lock-name.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { askHardestAgain } from './ask-hardest-again.command.ts';
import { lastReviewOf, reviewsOf, scheduleAnswer } from './schedule-review.ts';

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
 * Updates a question's card after an answer, which is stored, and chooses anew what of its day is asked again on the next. An answer that
 * arrives after a later one is put in its place: the answers are scheduled again in their order.
 * @returns when it is due again
 */
export async function updateCard(trx: Knex.Transaction, key: CardOf, isRight: boolean, now: Date): Promise<Date> {
  // two answers at once would otherwise both choose without the other
  await lockName(trx, `answering:${key.account_id}`);
  const { card, due_at: due } = await lockCard(trx, key, now);
  const last = lastReviewOf(card);
  const next = last !== null && last > now ? await scheduleAgain(trx, key, card) : scheduleAnswer(card, isRight, now);
  if (!next) return due;
  await trx('review_card')
    .where(key)
    .update({ card: JSON.stringify(next), due_at: next.due, again_on: null });
  await askHardestAgain(trx, key.account_id, now);
  return (await trx('review_card').where(key).first('due_at'))!.due_at;
}

/** Schedules all answers of a question in their order; null where the card knows more reviews, of a question that it replaced. */
async function scheduleAgain(trx: Knex.Transaction, key: CardOf, card: unknown): Promise<ReturnType<typeof scheduleAnswer> | null> {
  const answers = await rowsOf<{ is_right: boolean; answered_at: Date }>(
    trx,
    sql`select is_right, answered_at from question_answer
         where account_id = ${key.account_id} and course_id = ${key.course_id} and lesson_id = ${key.lesson_id}
           and question_id = ${key.question_id} order by answered_at, id`,
  );
  if (answers.length !== reviewsOf(card) + 1) return null;
  let next: ReturnType<typeof scheduleAnswer> | null = null;
  // the card as stored has dates as texts
  for (const { is_right, answered_at } of answers)
    next = scheduleAnswer(next && (JSON.parse(JSON.stringify(next)) as unknown), is_right, answered_at);
  return next;
}

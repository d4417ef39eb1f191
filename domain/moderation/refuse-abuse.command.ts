import type { Knex } from 'knex';
import { say } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { judgeText } from '#domain/platform/safety/judge-text.ts';
import { trustOf } from './public-text.queries.ts';

/** @throws ProductError safety.suspended while the moderators let an account write nothing */
export async function refuseSuspended(store: Knex, accountId: string): Promise<void> {
  const row = await store('writing_suspension').where({ account_id: accountId }).where('until', '>', store.fn.now()).first('until');
  if (!row) return;
  const day = (row.until as Date).toISOString().slice(0, 10);
  throw new ProductError('safety.suspended', say('The moderators have suspended your writing until {day}.', { day }));
}

/**
 * For texts beside a course, which are not held: what the rules take for abuse is not taken at all.
 * @throws ProductError chat.refused, safety.suspended
 */
export async function refuseAbuse(store: Knex, { accountId, text }: { accountId: string; text: string }): Promise<void> {
  await refuseSuspended(store, accountId);
  if (judgeText(text, await trustOf(store, accountId)).verdict === 'abusive') throw new ProductError('chat.refused');
}

import type { Knex } from 'knex';
import type { SubjectType } from '#contract/moderation/moderation.contract.ts';
import { tellMessageCleared } from '#domain/chat/post-message.command.ts';
import { tellReplyCleared } from '#domain/forums/write-reply.command.ts';

/** Sends the notifications of a held text once it is released. */
export async function notifyOfClearedText(trx: Knex.Transaction, { type, id }: { type: SubjectType; id: string }): Promise<void> {
  if (type === 'reply') await tellReplyCleared(trx, id);
  if (type === 'message') await tellMessageCleared(trx, id);
}

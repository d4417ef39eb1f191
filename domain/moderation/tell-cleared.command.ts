import type { Knex } from 'knex';
import type { SubjectType } from '#contract/moderation/moderation.contract.ts';
import { tellMessageCleared } from '#domain/chat/post-message.command.ts';
import { tellReplyCleared } from '#domain/forums/write-reply.command.ts';

/** A text that was held is seen now: tells whoever would have been told when it was written. */
export async function tellCleared(trx: Knex.Transaction, { type, id }: { type: SubjectType; id: string }): Promise<void> {
  if (type === 'reply') await tellReplyCleared(trx, id);
  if (type === 'message') await tellMessageCleared(trx, id);
}

import type { Knex } from 'knex';
import type { SubjectType, TextState } from '#contract/moderation/moderation.contract.ts';
import { announceMessage } from '#domain/chat/announce-message.command.ts';
import { notifyReleasedMessage } from '#domain/chat/notify-mentioned.command.ts';
import { notifyReleasedReply } from '#domain/community/forums/notify-subscribers.command.ts';

interface NewState {
  readonly type: SubjectType;
  readonly id: string;
  readonly state: TextState;
}

/** Tells those concerned that a text can be seen now, or no more: a chat room at once, and who awaited a released text. */
export async function notifyOfNewState(trx: Knex.Transaction, { type, id, state }: NewState): Promise<void> {
  if (type === 'message') await announceMessage(trx, id);
  if (state !== 'clear') return;
  if (type === 'reply') await notifyReleasedReply(trx, id);
  if (type === 'message') await notifyReleasedMessage(trx, id);
}

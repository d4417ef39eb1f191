import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { config } from '#domain/platform/config.ts';
import { announceJob } from '#domain/platform/periodic/announce-job.command.ts';
import type { MailData, MailKind } from './mail-kinds.ts';

export interface NewMail<K extends MailKind> {
  readonly kind: K;
  /** The event, e.g. `receipt:<order id>`: one cause is mailed once, however often it is reported. */
  readonly cause: string;
  /** The recipient's account: the mail is deleted with it. */
  readonly accountId?: string;
  /** The address, in any case. */
  readonly to: string;
  readonly data: MailData<K>;
  /** Earliest sending time; absent: at once. */
  readonly heldUntil?: Date | null | undefined;
}

/** Address suffix of deleted accounts: `.invalid` never resolves. */
export const DELETED_DOMAIN = '@deleted.invalid';

/**
 * Queues a mail in the transaction of its cause: neither is committed without the other. A worker sends it right
 * after the commit (`sendMails`).
 * @returns whether this call added it: false when its cause was mailed before, and for a deleted account
 */
export async function addMail<K extends MailKind>(
  trx: Knex.Transaction,
  { kind, cause, accountId, to, data, heldUntil }: NewMail<K>,
): Promise<boolean> {
  if (to.endsWith(DELETED_DOMAIN)) return false;
  const added = await trx('outgoing_mail')
    .insert({
      kind,
      cause,
      account_id: accountId ?? null,
      recipient: to,
      ...(heldUntil && { due_at: heldUntil }),
      data: JSON.stringify(data),
      message_id: `<${uuidv7()}@${new URL(config().publicOrigin).hostname}>`,
    })
    .onConflict('cause')
    .ignore()
    .returning('id');
  if (added.length > 0) await announceJob(trx, 'mail', heldUntil ? { dueAt: heldUntil } : {});
  return added.length > 0;
}

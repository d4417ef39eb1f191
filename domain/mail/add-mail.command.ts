import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { config } from '#domain/platform/config.ts';
import type { MailData, MailKind } from './mail-kinds.ts';

export interface NewMail<K extends MailKind> {
  readonly kind: K;
  /** What happened, e.g. `receipt:<order id>`: the same cause is mailed once, however often it is reported. */
  readonly cause: string;
  /** Whose mail it is: goes with the account when that is deleted. */
  readonly accountId?: string;
  /** The address; in lower case or not. */
  readonly to: string;
  readonly data: MailData<K>;
  /** It waits until then; absent: nothing holds it. */
  readonly heldUntil?: Date | null | undefined;
}

/** How the address of an account ends that was deleted: `.invalid` is nowhere. */
export const NOBODY = '@deleted.invalid';

/**
 * Has a mail sent, in the transaction in which its cause happens: neither is there without the other. Workers send it within a second or
 * two (`sendMails`).
 * @returns whether this call added it: false when its cause was mailed before, and for an account that was deleted
 */
export async function addMail<K extends MailKind>(
  trx: Knex.Transaction,
  { kind, cause, accountId, to, data, heldUntil }: NewMail<K>,
): Promise<boolean> {
  if (to.endsWith(NOBODY)) return false;
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
  return added.length > 0;
}

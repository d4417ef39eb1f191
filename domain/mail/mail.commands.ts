import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { isPlatformAddress } from '#contract/lti/platform-address.ts';
import { config } from '#domain/platform/config.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { MailData, MailKind } from './mail-kinds.ts';

export interface NewMail<K extends MailKind> {
  readonly kind: K;
  /** The event, e.g. `receipt:<order id>`. A cause is mailed once, however often it is reported. */
  readonly cause: string;
  /** The recipient's account; the mail is deleted with it. */
  readonly accountId?: string;
  /** The address, in any letter case. */
  readonly to: string;
  readonly data: MailData<K>;
  /** Earliest sending time; default: at once. */
  readonly heldUntil?: Date | null | undefined;
}

/** Address suffix of deleted accounts: `.invalid` never resolves. */
export const DELETED_DOMAIN = '@deleted.invalid';

const hasMailbox = (address: string): boolean => !address.endsWith(DELETED_DOMAIN) && !isPlatformAddress(address);

/**
 * Queues a mail in the transaction of its cause, so that neither is committed without the other. A worker sends it right after the commit
 * (`sendMails`).
 * @returns whether this call added it: false when its cause was mailed before, for a deleted account, and for an account without a real
 * address
 */
export async function addMail<K extends MailKind>(trx: Knex.Transaction, mail: NewMail<K>): Promise<boolean> {
  if (!hasMailbox(mail.to)) return false;
  const added = await trx('outgoing_mail').insert(rowOf(mail)).onConflict('cause').ignore().returning('id');
  if (added.length > 0) await announceJob(trx, 'mail', mail.heldUntil ? { dueAt: mail.heldUntil } : {});
  return added.length > 0;
}

const rowOf = <K extends MailKind>({ kind, cause, accountId, to, data, heldUntil }: NewMail<K>) => ({
  kind,
  cause,
  account_id: accountId ?? null,
  recipient: to,
  ...(heldUntil && { due_at: heldUntil }),
  data: JSON.stringify(data),
  message_id: `<${uuidv7()}@${new URL(config().publicOrigin).hostname}>`,
});

/** Rows per statement: PostgreSQL binds at most 65,535 values. */
const MAILS_AT_ONCE = 1_000;

/** Queues many mails like `addMail`, in a statement per thousand. */
export async function addMails<K extends MailKind>(trx: Knex.Transaction, mails: readonly NewMail<K>[]): Promise<void> {
  const sent = mails.filter(({ to }) => hasMailbox(to));
  for (let from = 0; from < sent.length; from += MAILS_AT_ONCE) {
    await trx('outgoing_mail')
      .insert(sent.slice(from, from + MAILS_AT_ONCE).map(rowOf))
      .onConflict('cause')
      .ignore();
  }
  // quiet hours end at only a few different times
  for (const dueAt of new Map(sent.map(({ heldUntil }) => [heldUntil?.getTime(), heldUntil])).values())
    await announceJob(trx, 'mail', dueAt ? { dueAt } : {});
}

/** Queues a mail to every operator, once per operator and cause. */
export async function mailOperators<K extends MailKind>(
  trx: Knex.Transaction,
  { cause, ...mail }: Pick<NewMail<K>, 'kind' | 'cause' | 'data' | 'heldUntil'>,
): Promise<void> {
  const operators = await trx('account')
    .where(expression(trx, sql`roles && array['operator','admin']::text[]`))
    .whereNull('deleted_at')
    .whereNull('suspended_at')
    .select('id', 'email');
  for (const { id, email } of operators) await addMail(trx, { ...mail, cause: `${cause}:${id}`, accountId: id, to: email });
}

/** Deletes a user's waiting mails of a kind, in the transaction that makes them obsolete. A mail that is being sent stays. */
export async function withdrawMail(trx: Knex.Transaction, { accountId, kind }: { accountId: string; kind: MailKind }): Promise<void> {
  await trx('outgoing_mail').where({ account_id: accountId, kind, state: 'waiting' }).whereNull('lease_until').delete();
}

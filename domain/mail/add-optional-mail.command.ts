import type { Knex } from 'knex';
import { DEFAULT_SETTINGS } from '#contract/settings/settings.contract.ts';
import { addMails, type NewMail } from './mail.commands.ts';
import type { MailKind } from './mail-kinds.ts';
import { config } from '#domain/platform/config.ts';
import { expression, sql } from '#domain/platform/sql.ts';

/** A mail without its address and its recipient's name. */
type Wanted<K extends MailKind> = Omit<NewMail<K>, 'to' | 'accountId' | 'data'> & {
  readonly accountId: string;
  data(firstName: string): NewMail<K>['data'];
};

/**
 * Queues non-essential mails, with a fixed number of statements: only to users who want such mails (`notifications.email`) and have
 * verified their address, and only with a mail server configured, since they would be useless later. Call it in the transaction of their
 * cause. During quiet hours they wait until these end.
 */
export async function addOptionalMails<K extends MailKind>(trx: Knex.Transaction, mails: readonly Wanted<K>[]): Promise<void> {
  if (config().mail.smtpUrl === null || mails.length === 0) return;
  const willing: readonly Willing[] = await trx('account')
    .leftJoin('user_settings', 'user_settings.account_id', 'account.id')
    .where(expression(trx, sql`account.id = any(${[...new Set(mails.map(({ accountId }) => accountId))]}::uuid[])`))
    .whereNotNull('email_verified_at')
    .where(expression(trx, sql`coalesce(notify_email, ${DEFAULT_SETTINGS.notifications.email})`))
    .select('account.id', 'email', 'first_name', expression(trx, sql`quiet_end(now(), time_zone, quiet_from, quiet_until) as held_until`));
  const byId = new Map(willing.map((person) => [person.id, person]));
  await addMails(
    trx,
    mails.flatMap(({ kind, cause, accountId, data }) => {
      const to = byId.get(accountId);
      return to ? [{ kind, cause, accountId, to: to.email, data: data(to.first_name), heldUntil: to.held_until }] : [];
    }),
  );
}

interface Willing {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly held_until: Date | null;
}

/** Queues one non-essential mail, like `addOptionalMails`. */
export const addOptionalMail = <K extends MailKind>(trx: Knex.Transaction, mail: Wanted<K>): Promise<void> => addOptionalMails(trx, [mail]);

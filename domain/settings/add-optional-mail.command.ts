import type { Knex } from 'knex';
import { DEFAULT_SETTINGS } from '#contract/settings/settings.contract.ts';
import { addMail, type NewMail } from '#domain/mail/mail.commands.ts';
import type { MailKind } from '#domain/mail/mail-kinds.ts';
import { config } from '#domain/platform/config.ts';
import { expression, sql } from '#domain/platform/sql.ts';

/** A mail without its address, and the name of its recipient. */
type Wanted<K extends MailKind> = Omit<NewMail<K>, 'to' | 'accountId' | 'data'> & {
  readonly accountId: string;
  data(firstName: string): NewMail<K>['data'];
};

/**
 * Queues a non-essential mail: only to users who want such mails (`notifications.email`) and have verified their address, and only with a
 * mail server, since it would be useless later. Call it in the transaction of its cause; during quiet hours it waits until they end.
 * @returns whether it was added
 */
export async function addOptionalMail<K extends MailKind>(
  trx: Knex.Transaction,
  { kind, cause, accountId, data }: Wanted<K>,
): Promise<boolean> {
  if (config().mail.smtpUrl === null) return false;
  const to = await trx('account')
    .leftJoin('user_settings', 'user_settings.account_id', 'account.id')
    .where('account.id', accountId)
    .whereNotNull('email_verified_at')
    .where(expression(trx, sql`coalesce(notify_email, ${DEFAULT_SETTINGS.notifications.email})`))
    .first<{ email: string; first_name: string; held_until: Date | null } | undefined>(
      'email',
      'first_name',
      expression(trx, sql`quiet_end(now(), time_zone, quiet_from, quiet_until) as held_until`),
    );
  return to !== undefined && addMail(trx, { kind, cause, accountId, to: to.email, data: data(to.first_name), heldUntil: to.held_until });
}

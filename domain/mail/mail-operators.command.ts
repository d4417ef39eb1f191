import type { Knex } from 'knex';
import { expression, sql } from '#domain/platform/sql.ts';
import { addMail, type NewMail } from './add-mail.command.ts';
import type { MailKind } from './mail-kinds.ts';

/** Queues a mail to every operator, once each for a cause. */
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

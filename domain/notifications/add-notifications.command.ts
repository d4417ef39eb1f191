import type { Knex } from 'knex';
import type { NewNotification } from './add-notification.command.ts';
import { queuePush } from './push/queue-push.ts';

/**
 * Adds the same notification for several accounts, in the transaction of its cause. Not for a kind that is held until the end of quiet hours.
 */
export async function addNotifications(
  trx: Knex.Transaction,
  accountIds: readonly string[],
  { kind, cause, subject }: Pick<NewNotification, 'kind' | 'cause' | 'subject'>,
): Promise<void> {
  if (accountIds.length === 0) return;
  const added = await trx('notification')
    .insert(accountIds.map((id) => ({ account_id: id, kind, cause, subject })))
    .onConflict(['account_id', 'cause'])
    .ignore()
    .returning(['id', 'account_id']);
  for (const { id, account_id: accountId } of added) await queuePush(trx, { notificationId: id, accountId, kind });
}

import { database } from '#domain/platform/database.ts';
import { expression } from '#domain/platform/sql.ts';
import { IS_DUE } from './notification.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';

/**
 * Marks an account's notifications read, up to and including one, or all of them. Later ones stay unread.
 * @param upTo id of a notification as `listNotifications` returns it
 * @returns number of unread notifications
 * @throws ProductError validation.failed when `upTo` is no valid id
 */
export async function readNotifications({
  accountId,
  upTo,
}: {
  accountId: string;
  upTo?: string | undefined;
}): Promise<{ unread: number }> {
  if (upTo !== undefined && !/^\d{1,15}$/.test(upTo)) {
    throw new ProductError('validation.failed', 'There is no such notification.', {
      data: { errors: [{ path: 'up_to', message: 'Must be the id of a notification' }] },
    });
  }
  const unread = database()('notification').where({ account_id: accountId }).whereNull('read_at').where(expression(database(), IS_DUE));
  const named = unread.clone();
  if (upTo !== undefined) named.where('id', '<=', Number(upTo));
  await named.update({ read_at: database().fn.now() });
  return { unread: Number((await unread.clone().count({ count: '*' }).first())?.['count'] ?? 0) };
}

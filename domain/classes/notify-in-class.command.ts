import type { Knex } from 'knex';
import type { NotificationKind } from '#contract/notifications/notices.ts';
import { addNotifications } from '#domain/notifications/notification.commands.ts';

interface ClassNotice {
  readonly classId: string;
  readonly kind: Extract<NotificationKind, `class.${string}`>;
  /** One cause notifies an account once. */
  readonly cause: string;
  readonly subject: string;
}

/** Notifies people of something in a class, to which the notice leads: what it says is seen there, also once it is done. */
export const notifyInClass = (trx: Knex.Transaction, accountIds: readonly string[], { classId, ...notice }: ClassNotice): Promise<void> =>
  addNotifications(trx, accountIds, { ...notice, taskId: classId });

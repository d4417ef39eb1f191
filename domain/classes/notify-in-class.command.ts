import type { Knex } from 'knex';
import type { NotificationKind } from '#contract/notifications/notices.ts';
import { addNotifications } from '#domain/notifications/notification.commands.ts';

interface ClassNotice {
  readonly classId: string;
  readonly kind: Extract<NotificationKind, `class.${string}`>;
  /** An account is notified once per cause. */
  readonly cause: string;
  readonly subject: string;
}

/** Notifies people of an event in a class. The notification leads to the class, which shows the event even when it is over. */
export const notifyInClass = (trx: Knex.Transaction, accountIds: readonly string[], { classId, ...notice }: ClassNotice): Promise<void> =>
  addNotifications(trx, accountIds, { ...notice, taskId: classId });

import type { Knex } from 'knex';
import { HELD_IN_QUIET_HOURS, type NotificationKind } from '#contract/notifications/notifications.contract.ts';
import { expression, sql, type Sql } from '#domain/platform/sql.ts';
import { queuePush } from './push/queue-push.ts';

export interface NewNotification {
  readonly accountId: string;
  /** One of the features' lists (`contract/<feature>/notices.ts`). */
  readonly kind: NotificationKind;
  /** The event, e.g. `run.completed:<run id>`: one cause notifies an account once, however often it is reported. */
  readonly cause: string;
  /** Title of its subject. */
  readonly subject: string;
  readonly taskId?: string;
  readonly courseId?: string;
  /** Number of delivered and of planned lessons. */
  readonly lessons?: { readonly delivered: number; readonly planned: number };
}

/**
 * Adds a notification (A19) in the transaction of its cause: neither is committed without the other. Deferrable ones are held until the
 * recipient's quiet hours end.
 * @returns whether this call added it: false when its cause was notified before
 */
export async function addNotification(
  trx: Knex.Transaction,
  { accountId, kind, cause, subject, taskId, courseId, lessons }: NewNotification,
): Promise<boolean> {
  const held = HELD_IN_QUIET_HOURS.includes(kind) ? { held_until: expression(trx, quietEndOf(accountId)) } : {};
  const [added] = await trx('notification')
    .insert({ account_id: accountId, kind, cause, subject, task_id: taskId ?? null, course_id: courseId ?? null, ...lessons, ...held })
    .onConflict(['account_id', 'cause'])
    .ignore()
    .returning('id');
  if (added) await queuePush(trx, { notificationId: added.id, accountId, kind });
  return added !== undefined;
}

/** The end of the quiet hours of an account, if it has them now. */
const quietEndOf = (accountId: string): Sql =>
  sql`(select quiet_end(now(), s.time_zone, s.quiet_from, s.quiet_until) from user_settings s where s.account_id = ${accountId})`;

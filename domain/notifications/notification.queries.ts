import { NAMING_NOTICES } from '#contract/notifications/notices.ts';
import type { Notification } from '#contract/notifications/notifications.contract.ts';
import { actingKey } from '#domain/platform/acting-key.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Notification as StoredNotification } from './notification.model.ts';

const NEWEST = 50;
/** SQL condition: visible now, i.e. not held until the end of quiet hours. */
export const IS_DUE = sql`(held_until is null or held_until <= now())`;

const naming: ReadonlySet<string> = new Set(NAMING_NOTICES);

/**
 * Returns the account's newest 50 notifications, newest first, and the total number of unread ones, in one statement. Programs do not see
 * other people's names in it.
 */
export async function listNotifications(accountId: string): Promise<{ notifications: Notification[]; unread: number }> {
  const rows = await rowsOf<Row & { readonly unread: number }>(
    database(),
    sql`select unread.count as unread, newest.*
       from (select count(*) from notification where account_id = ${accountId} and read_at is null and ${IS_DUE}) unread
       left join (select id, kind, subject, delivered, planned, task_id, course_id, created_at, read_at
                    from notification where account_id = ${accountId} and ${IS_DUE} order by id desc limit ${NEWEST}) newest on true
      order by newest.id desc`,
  );
  const isForProgram = actingKey() !== null;
  return {
    unread: rows[0]!.unread,
    notifications: rows
      .filter((row) => row.id !== null)
      .map((row) => ({
        id: String(row.id),
        kind: row.kind,
        subject: isForProgram && naming.has(row.kind) ? '' : row.subject,
        ...(row.delivered !== null && row.planned !== null && { lessons: { delivered: row.delivered, planned: row.planned } }),
        task_id: row.task_id,
        course_id: row.course_id,
        created_at: row.created_at.toISOString(),
        read: row.read_at !== null,
      })),
  };
}

type Row = Pick<
  StoredNotification,
  'id' | 'kind' | 'subject' | 'delivered' | 'planned' | 'task_id' | 'course_id' | 'created_at' | 'read_at'
>;

import type { Knex } from 'knex';
import { HELD_IN_QUIET_HOURS, PUSHED_KINDS, type NotificationKind } from '#contract/notifications/notices.ts';
import type { EndNotice } from '#contract/platform/kinds-of-work.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import type { RunKind, RunRef } from '#domain/platform/runs/run-kind.ts';
import { expression, sql, type Sql, raw, rowsOf } from '#domain/platform/sql.ts';
import { IS_DUE } from './notification.queries.ts';
import type { PushDelivery } from './push/push-subscription.model.ts';
import { IS_SIGNED_IN } from './push/push.commands.ts';

interface NewNotification {
  readonly accountId: string;
  /** A kind from one of the features' lists (`contract/<feature>/notices.ts`). */
  readonly kind: NotificationKind;
  /** The event, e.g. `run.completed:<run id>`. A cause notifies an account once, however often it is reported. */
  readonly cause: string;
  /** Title of its subject. */
  readonly subject: string;
  /** Target of its link: a run or, depending on the kind, a post or a class. */
  readonly taskId?: string;
  readonly courseId?: string;
  /** Number of delivered and of planned lessons. */
  readonly lessons?: { readonly delivered: number; readonly planned: number };
}

/**
 * Adds a notification (A19) in the transaction of its cause, so that neither is committed without the other. Deferrable ones are held until
 * the recipient's quiet hours end.
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

/** Returns the end of an account's quiet hours, or null outside them. */
const quietEndOf = (accountId: string): Sql =>
  sql`(select quiet_end(now(), s.time_zone, s.quiet_from, s.quiet_until) from user_settings s where s.account_id = ${accountId})`;

/** Adds the same notification for several accounts, in the transaction of its cause. Not for kinds that are held during quiet hours. */
export async function addNotifications(
  trx: Knex.Transaction,
  accountIds: readonly string[],
  { kind, cause, subject, taskId }: Pick<NewNotification, 'kind' | 'cause' | 'subject' | 'taskId'>,
): Promise<void> {
  if (accountIds.length === 0) return;
  const added = await trx('notification')
    .insert(accountIds.map((id) => ({ account_id: id, kind, cause, subject, task_id: taskId ?? null })))
    .onConflict(['account_id', 'cause'])
    .ignore()
    .returning(['id', 'account_id']);
  for (const { id, account_id: accountId } of added) await queuePush(trx, { notificationId: id, accountId, kind });
}

/**
 * Notifies the owner of a run once that it is ready or has failed, in the transaction that ends it and before the kind's own hooks; another
 * try withdraws the failure.
 * @param notice its notifications are `<notice>.completed` and `<notice>.failed`
 */
export function notifyingOfEnd(kind: RunKind, notice: EndNotice): RunKind {
  const { hooks = {}, noticeCourse } = kind;
  const tell = async (trx: Knex.Transaction, run: RunRef, end: 'completed' | 'failed') => {
    const { id: taskId, notifiedId: accountId, subject } = run;
    if (accountId === null) return;
    const told = `${notice}.${end}` as const;
    const courseId = await noticeCourse?.(trx, run);
    await addNotification(trx, { accountId, kind: told, cause: `${told}:${taskId}`, subject, taskId, ...(courseId && { courseId }) });
  };
  return {
    ...kind,
    hooks: {
      ...hooks,
      async completed(trx, run) {
        await tell(trx, run, 'completed');
        await hooks.completed?.(trx, run);
      },
      async failed(trx, run) {
        await tell(trx, run, 'failed');
        await hooks.failed?.(trx, run);
      },
      async retried(trx, run) {
        const { id: taskId, notifiedId: accountId } = run;
        if (accountId !== null) await withdrawNotification(trx, { accountId, cause: `${notice}.failed:${taskId}` });
        await hooks.retried?.(trx, run);
      },
    },
  };
}

/**
 * Marks an account's notifications as read, up to and including one, or all of them. Later ones stay unread.
 * @param upTo id of a notification as returned by `listNotifications`
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
    throw new ProductError('validation.failed', 'Notification not found.', {
      data: { errors: [{ path: 'up_to', message: 'Must be the id of a notification' }] },
    });
  }
  const unread = database()('notification').where({ account_id: accountId }).whereNull('read_at').where(expression(database(), IS_DUE));
  const named = unread.clone();
  if (upTo !== undefined) named.where('id', '<=', Number(upTo));
  await named.update({ read_at: database().fn.now() });
  return { unread: Number((await unread.clone().count({ count: '*' }).first())?.['count'] ?? 0) };
}

/** Deletes an obsolete notification, read or not, in the transaction that makes it obsolete. A missing one is no error. */
export async function withdrawNotification(
  trx: Knex.Transaction,
  { accountId, cause }: { readonly accountId: string; readonly cause: string },
): Promise<void> {
  await trx('notification').where({ account_id: accountId, cause }).del();
}

/** Returns the setting that controls a kind; null for kinds that are never pushed. */
function switchOf(kind: NotificationKind): 'wants_runs' | 'wants_replies' | 'wants_reminders' | null {
  const isAmong = (kinds: readonly NotificationKind[]) => kinds.includes(kind);
  if (isAmong(PUSHED_KINDS.runs)) return 'wants_runs';
  if (isAmong(PUSHED_KINDS.replies)) return 'wants_replies';
  return isAmong(PUSHED_KINDS.reminders) ? 'wants_reminders' : null;
}

/**
 * Queues a new notification for every browser of its account that wants its kind, in the transaction that adds it. During quiet hours it
 * waits until they end.
 */
async function queuePush(
  trx: Knex.Transaction,
  { notificationId, accountId, kind }: { notificationId: number; accountId: string; kind: NotificationKind },
): Promise<void> {
  const wish = switchOf(kind);
  if (wish === null) return;
  const [delivery] = await rowsOf<Pick<PushDelivery, 'due_at'>>(
    trx,
    sql`insert into push_delivery (notification_id, subscription_id, due_at)
     select ${notificationId}, id, coalesce((select quiet_end(now(), s.time_zone, s.quiet_from, s.quiet_until) from user_settings s
                              where s.account_id = push_subscription.account_id), now())
       from push_subscription where account_id = ${accountId} and ${raw(wish)} and ${IS_SIGNED_IN} on conflict do nothing returning due_at`,
  );
  if (delivery) await announceJob(trx, 'push', { dueAt: delivery.due_at });
}

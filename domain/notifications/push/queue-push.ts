import type { Knex } from 'knex';
import { PUSHED_KINDS } from '#contract/notifications/push.contract.ts';
import { IS_SIGNED_IN } from './subscribe-push.command.ts';
import { raw, rowsOf, sql } from '#domain/platform/sql.ts';
import type { PushDelivery } from './push-subscription.model.ts';
import { announceJob } from '#domain/platform/periodic/announce-job.command.ts';
import type { NotificationKind } from '#contract/notifications/notifications.contract.ts';

/** Returns the setting that controls a kind; null: it is never pushed. */
function switchOf(kind: NotificationKind): 'wants_runs' | 'wants_replies' | null {
  const isAmong = (kinds: readonly NotificationKind[]) => kinds.includes(kind);
  if (isAmong(PUSHED_KINDS.runs)) return 'wants_runs';
  return isAmong(PUSHED_KINDS.replies) ? 'wants_replies' : null;
}

/**
 * Queues a new notification for every browser of its account that wants its kind, in the transaction that adds it. During quiet hours it
 * waits until they end.
 */
export async function queuePush(
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

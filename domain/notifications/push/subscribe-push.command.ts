import { uuidv7 } from 'uuidv7';
import type { PushState } from '#contract/notifications/push.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { canPushTo, vapidPublicKey, type PushTarget } from '#domain/vendors/push/push.client.ts';

/** Condition on a row of `push_subscription`: the session that subscribed is live. */
export const IS_SIGNED_IN = sql`exists (select from session where session.id = push_subscription.session_id and revoked_at is null and expires_at > now())`;

/** Maximum number of browsers per account; another one replaces the oldest. */
const MOST = 20;

/** Returns the push settings of one of the account's browsers. @param endpoint null: the browser has no subscription */
export async function readPushState(accountId: string, endpoint: string | null): Promise<PushState> {
  const row =
    endpoint === null
      ? undefined
      : await database()('push_subscription')
          .where({ account_id: accountId, endpoint })
          .where(expression(database(), IS_SIGNED_IN))
          .first('wants_runs', 'wants_replies');
  return { public_key: vapidPublicKey(), subscription: row ? { runs: row.wants_runs, replies: row.wants_replies } : null };
}

/**
 * Subscribes a browser. It belongs to the last account that subscribed: another user of the browser must not get the first one's
 * notifications.
 * @throws ProductError validation.failed for an invalid push endpoint
 */
export async function subscribePush(
  given: PushTarget & { accountId: string; sessionId: string; userAgent: string; runs: boolean; replies: boolean },
): Promise<PushState> {
  const { accountId, sessionId, endpoint, p256dh, auth, userAgent, runs, replies } = given;
  if (!canPushTo(given)) {
    throw new ProductError('validation.failed', 'This browser does not support notifications.', {
      data: { errors: [{ path: 'endpoint', message: 'Must be one of a push service' }] },
    });
  }
  await transact(async (trx) => {
    await trx('account').where({ id: accountId }).forUpdate().first('id');
    await trx('push_subscription').where({ endpoint }).whereNot({ account_id: accountId }).delete();
    const wishes = { wants_runs: runs, wants_replies: replies };
    const row = { account_id: accountId, session_id: sessionId, p256dh, auth, user_agent: userAgent.slice(0, 300), ...wishes };
    await trx('push_subscription')
      .insert({ id: uuidv7(), endpoint, ...row })
      .onConflict('endpoint')
      .merge(row);
    const newest = trx('push_subscription').where({ account_id: accountId }).orderBy('created_at', 'desc').limit(MOST).select('id');
    await trx('push_subscription').where({ account_id: accountId }).whereNotIn('id', newest).delete();
  });
  return readPushState(accountId, endpoint);
}

/** Unsubscribes a browser. */
export async function unsubscribePush(accountId: string, endpoint: string): Promise<PushState> {
  await database()('push_subscription').where({ account_id: accountId, endpoint }).delete();
  return readPushState(accountId, endpoint);
}

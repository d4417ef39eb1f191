import { uuidv7 } from 'uuidv7';
import type { PushState } from '#contract/notifications/push.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { canPushTo, vapidPublicKey, type PushTarget } from '#domain/vendors/push/push.client.ts';

/** The session that subscribed is live: SQL about a row of `push_subscription`. */
export const IS_SIGNED_IN =
  'exists (select from session where session.id = push_subscription.session_id and revoked_at is null and expires_at > now())';

/** Browsers of one account; another one takes the place of the oldest. */
const MOST = 20;

/** How a browser of the account is told. @param endpoint null: it has no subscription of its own */
export async function readPushState(accountId: string, endpoint: string | null): Promise<PushState> {
  const row =
    endpoint === null
      ? undefined
      : await database()('push_subscription')
          .where({ account_id: accountId, endpoint })
          .whereRaw(IS_SIGNED_IN)
          .first('wants_runs', 'wants_replies');
  return { public_key: vapidPublicKey(), subscription: row ? { runs: row.wants_runs, replies: row.wants_replies } : null };
}

/**
 * Has a browser told. It belongs to whoever subscribed last: somebody else who signs in there must not get the first one's notices.
 * @throws ProductError validation.failed for an address that is no push service's
 */
export async function subscribePush(
  given: PushTarget & { accountId: string; sessionId: string; userAgent: string; runs: boolean; replies: boolean },
): Promise<PushState> {
  const { accountId, sessionId, endpoint, p256dh, auth, userAgent, runs, replies } = given;
  if (!canPushTo(given)) {
    throw new ProductError('validation.failed', 'This browser cannot be told.', {
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
    const kept = trx('push_subscription').where({ account_id: accountId }).orderBy('created_at', 'desc').limit(MOST).select('id');
    await trx('push_subscription').where({ account_id: accountId }).whereNotIn('id', kept).delete();
  });
  return readPushState(accountId, endpoint);
}

/** Tells a browser nothing any more. */
export async function unsubscribePush(accountId: string, endpoint: string): Promise<PushState> {
  await database()('push_subscription').where({ account_id: accountId, endpoint }).delete();
  return readPushState(accountId, endpoint);
}

import type { Knex } from 'knex';
import { raw } from 'objection';
import { forgetSession } from './live-sessions.ts';
import { Session } from './session.model.ts';

/**
 * Ends sessions for good: named by id or by the hash of their cookie. One that has ended already stays as it is.
 * @returns ids of those that were ended by this call
 */
export async function revokeSessions(which: { ids?: string[]; cookieHash?: Buffer }, reason: string): Promise<string[]> {
  const revoked = await Session.query()
    .patch({ revoked_at: raw('now()') as never, revoked_reason: reason })
    .whereNull('revoked_at')
    .where((named) => {
      named.whereIn('id', which.ids ?? []);
      if (which.cookieHash) named.orWhere('cookie_hash', which.cookieHash);
    })
    .returning('id');
  for (const session of revoked) forgetSession(session.id);
  return revoked.map((session) => session.id);
}

/** Sessions that were ended are not taken for live by this process any more: after the commit. */
export const forgetSessions = (ids: readonly string[]): void => ids.forEach(forgetSession);

/**
 * Ends every session of an account, but `except`, in the caller's transaction. Give what it returns to `forgetSession` after the commit: a
 * process that reads a session again before it would still find it live.
 * @returns ids of those that were ended by this call
 */
export async function revokeSessionsOf(
  trx: Knex.Transaction,
  which: { accountId: string; except?: string },
  reason: string,
): Promise<string[]> {
  const revoked = await Session.query(trx)
    .patch({ revoked_at: raw('now()') as never, revoked_reason: reason })
    .whereNull('revoked_at')
    .where({ account_id: which.accountId })
    .modify((named) => {
      if (which.except !== undefined) named.whereNot({ id: which.except });
    })
    .returning('id');
  return revoked.map((session) => session.id);
}

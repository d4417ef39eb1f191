import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { invalidateSession } from './live-sessions.ts';

/**
 * Ends sessions, given by id or by the hash of their cookie. Ended ones do not change.
 * @returns ids of those that this call ended
 */
export async function revokeSessions(which: { ids?: string[]; cookieHash?: Buffer }, reason: string): Promise<string[]> {
  const revoked = await database()('session')
    .whereNull('revoked_at')
    .where((named) => {
      named.whereIn('id', which.ids ?? []);
      if (which.cookieHash) named.orWhere('cookie_hash', which.cookieHash);
    })
    .update({ revoked_at: database().fn.now(), revoked_reason: reason })
    .returning('id');
  for (const session of revoked) invalidateSession(session.id);
  return revoked.map((session) => session.id);
}

/** Removes ended sessions from this process's cache; call it after the commit. */
export const forgetSessions = (ids: readonly string[]): void => ids.forEach(invalidateSession);

/**
 * Ends every session of an account except `except`, in the caller's transaction. Pass the result to `invalidateSession` after the commit:
 * before it, a reread would still find a live session.
 * @returns ids of those that this call ended
 */
export async function revokeSessionsOf(
  trx: Knex.Transaction,
  which: { accountId: string; except?: string },
  reason: string,
): Promise<string[]> {
  const revoked = await trx('session')
    .where({ account_id: which.accountId, revoked_at: null })
    .modify((named) => {
      if (which.except !== undefined) void named.whereNot({ id: which.except });
    })
    .update({ revoked_at: trx.fn.now(), revoked_reason: reason })
    .returning('id');
  return revoked.map((session) => session.id);
}

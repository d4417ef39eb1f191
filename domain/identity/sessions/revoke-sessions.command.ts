import type { Knex } from 'knex';
import { raw } from 'objection';
import { invalidateSession } from './live-sessions.ts';
import { Session } from './session.model.ts';

/**
 * Ends sessions, given by id or by the hash of their cookie. Ended ones do not change.
 * @returns ids of those that this call ended
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

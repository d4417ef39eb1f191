import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { invalidateSession } from './live-sessions.ts';
import { revokeSessions, revokeSessionsOf } from './revoke-sessions.command.ts';
import { Session } from './session.model.ts';

/**
 * Ends one session of an account at its owner's request. An ended one is no error.
 * @throws ProductError not_found when it is not the account's
 */
export async function endSession({ accountId, sessionId }: { accountId: string; sessionId: string }): Promise<void> {
  const session = isUuid(sessionId) && (await Session.query().findOne({ id: sessionId, account_id: accountId }).select('id'));
  if (!session) throw notFound('session');
  await revokeSessions({ ids: [sessionId] }, 'ended-by-owner');
}

/** Ends all sessions of an account except the caller's. @returns number of ended sessions */
export async function endOtherSessions({ accountId, sessionId }: { accountId: string; sessionId: string }): Promise<{ ended: number }> {
  const ended = await transact((trx) => revokeSessionsOf(trx, { accountId, except: sessionId }, 'ended-by-owner'));
  ended.forEach(invalidateSession);
  return { ended: ended.length };
}

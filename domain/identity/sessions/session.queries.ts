import type { AccountSession } from '#contract/identity/account.contract.ts';
import { database } from '#domain/platform/database.ts';
import { expression, sql, type Sql } from '#domain/platform/sql.ts';
import { readAccessToken } from './access-token.ts';
import { liveSessionByCookie, liveSessionById, type LiveSession } from './live-sessions.ts';
import { hashCookie } from './session-secrets.ts';
import { IS_LIVE } from './session.model.ts';

const MOST = 100;

/** SQL condition: a session is live, and its account may still sign in that way. @param id expression of the session's id */
export const isLiveSession = (id: Sql): Sql => sql`exists (select from session where session.id = ${id} and ${IS_LIVE})`;

/** Lists an account's sessions: the caller's first, then by last use. */
export async function listSessions({ accountId, sessionId }: { accountId: string; sessionId: string }): Promise<AccountSession[]> {
  const sessions = await database()('session')
    .where({ account_id: accountId })
    .where(expression(database(), IS_LIVE))
    .orderBy(expression(database(), sql`id = ${sessionId}`), 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(MOST)
    .select('id', 'user_agent', 'created_at', 'last_seen_at');
  return sessions.map((session) => ({
    session_id: session.id,
    user_agent: session.user_agent,
    created_at: session.created_at.toISOString(),
    last_seen_at: session.last_seen_at.toISOString(),
    current: session.id === sessionId,
  }));
}

/**
 * Returns the session of an access token. It must still be live, so a revoked session ends at once (`watchSessions`), not when the token
 * expires.
 */
export async function verifyAccess(accessToken: string): Promise<LiveSession | null> {
  const claims = await readAccessToken(accessToken);
  if (!claims) return null;
  const session = await liveSessionById(claims.sessionId);
  return session?.userId === claims.userId ? session : null;
}

/** Returns the session of a cookie. */
export async function verifyCookie(cookie: string): Promise<LiveSession | null> {
  return /^[\w-]{43}$/.test(cookie) ? liveSessionByCookie(hashCookie(cookie)) : null;
}

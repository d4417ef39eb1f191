import { readAccessToken } from './access-token.ts';
import { liveSessionByCookie, liveSessionById, type LiveSession } from './live-sessions.ts';
import { hashCookie } from './session-secrets.ts';

/**
 * Who an access token speaks for. The session behind it must still be live, so a revoked one ends at once (`watchSessions`), not when
 * the token expires.
 */
export async function verifyAccess(accessToken: string): Promise<LiveSession | null> {
  const claims = await readAccessToken(accessToken);
  if (!claims) return null;
  const session = await liveSessionById(claims.sessionId);
  return session?.userId === claims.userId ? session : null;
}

/** Who a session cookie speaks for. */
export async function verifyCookie(cookie: string): Promise<LiveSession | null> {
  return /^[\w-]{43}$/.test(cookie) ? liveSessionByCookie(hashCookie(cookie)) : null;
}

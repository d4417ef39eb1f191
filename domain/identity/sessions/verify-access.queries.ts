import { readAccessToken } from './access-token.ts';
import { liveSessionByCookie, liveSessionById, type LiveSession } from './live-sessions.ts';
import { hashCookie } from './session-secrets.ts';

/**
 * Returns the session of an access token. It must still be live, so a revoked one ends at once (`watchSessions`), not when the token
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

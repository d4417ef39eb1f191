import { sessionToEnd } from './refresh-session.command.ts';
import { revokeSessions } from './revoke-sessions.command.ts';
import { hashCookie } from './session-secrets.ts';
import { verifyAccess } from './verify-access.queries.ts';

/**
 * Ends every session that the given credentials belong to. Unknown credentials are no error. A refresh token alone ends no session that is
 * used with a cookie: whoever has copied it must not be able to sign its owner out.
 */
export async function logOut(given: { accessToken: string | null; refreshToken: string | null; cookie: string | null }): Promise<void> {
  const { accessToken, refreshToken, cookie } = given;
  const byAccess = accessToken ? await verifyAccess(accessToken) : null;
  const byRefresh = refreshToken ? await sessionToEnd({ refreshToken, cookie }) : null;
  const ids = [byAccess?.sessionId, byRefresh].filter((id) => typeof id === 'string');
  if (ids.length === 0 && !cookie) return;
  await revokeSessions({ ids, ...(cookie && { cookieHash: hashCookie(cookie) }) }, 'log-out');
}

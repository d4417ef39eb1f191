import { revokeSessions } from './revoke-sessions.command.ts';
import { hashCookie, readRefreshToken } from './session-secrets.ts';
import { verifyAccess } from './verify-access.queries.ts';

/** Ends every session that the given credentials belong to. Unknown credentials are no error. */
export async function logOut(given: { accessToken: string | null; refreshToken: string | null; cookie: string | null }): Promise<void> {
  const byAccess = given.accessToken ? await verifyAccess(given.accessToken) : null;
  const byRefresh = given.refreshToken ? readRefreshToken(given.refreshToken) : null;
  const ids = [byAccess?.sessionId, byRefresh?.sessionId].filter((id) => id !== undefined);
  if (ids.length === 0 && !given.cookie) return;
  await revokeSessions({ ids, ...(given.cookie && { cookieHash: hashCookie(given.cookie) }) }, 'log-out');
}

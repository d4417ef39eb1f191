import { findUser } from '#domain/identity/accounts/account.queries.ts';
import { recordDevice } from '#domain/identity/devices/record-device.command.ts';
import type { SignedIn } from '#domain/identity/sessions/session.commands.ts';
import type { OpenedSession } from '#domain/identity/sessions/open-session.command.ts';
import { deviceCookieHeader, readDeviceCookie, sessionCookieHeader } from '#api/platform/session-cookie.ts';

/** Reads one header of the sign-in request. */
type ReadHeader = (name: string) => string;

/**
 * Builds the answer of a sign-in: tokens in the body, as specified; cookies where scripts cannot read them. The browser is recorded, and a
 * new one is reported to the owner.
 */
export async function sessionAnswer(opened: OpenedSession & { readonly accountId: string }, header: ReadHeader) {
  const { accountId, sessionId } = opened;
  const device = await recordDevice({ accountId, sessionId, device: readDeviceCookie(header('Cookie')), userAgent: header('User-Agent') });
  return {
    body: { access_token: opened.accessToken, refresh_token: opened.refreshToken, user: await findUser(accountId) },
    headers: { 'Set-Cookie': [sessionCookieHeader(opened.cookie)['Set-Cookie'], deviceCookieHeader(device)] },
  };
}

/** Builds the answer of a sign-in's first step: a session, or the token for the second step. */
export async function signInAnswer(signedIn: SignedIn, header: ReadHeader) {
  if (!('pending' in signedIn)) return { status: 200 as const, ...(await sessionAnswer(signedIn, header)) };
  const { token, expiresAt } = signedIn.pending;
  return { status: 202 as const, body: { second_factor: { token, expires_at: expiresAt.toISOString() } } };
}

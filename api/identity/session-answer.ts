import { findUser } from '#domain/identity/accounts/account.queries.ts';
import { recordDevice } from '#domain/identity/devices/record-device.command.ts';
import type { SignedIn } from '#domain/identity/sessions/session.commands.ts';
import type { OpenedSession } from '#domain/identity/sessions/open-session.command.ts';
import { sessionCookieHeader, sessionCookieName } from '#api/platform/session-cookie.ts';
import { parseCookie, stringifySetCookie } from 'cookie';

/** Longer than any session, so that the browser is recognised when its owner returns. */
const LIFE_S = 400 * 86_400;

const name = (): string => `${sessionCookieName()}-device`;

/** Reads the device cookie. @param header of the request, `Cookie` */
const readDeviceCookie = (header: string): string | null => (header ? parseCookie(header)[name()] || null : null);

/** Returns the Set-Cookie value of a device cookie, which grants no access. */
const deviceCookie = (secret: string): string =>
  stringifySetCookie({ name: name(), value: secret, maxAge: LIFE_S, path: '/', httpOnly: true, secure: true, sameSite: 'strict' });

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
    headers: { 'Set-Cookie': [sessionCookieHeader(opened.cookie)['Set-Cookie'], deviceCookie(device)] },
  };
}

/** Builds the answer of a sign-in's first step: a session, or the token for the second step. */
export async function signInAnswer(signedIn: SignedIn, header: ReadHeader) {
  if (!('pending' in signedIn)) return { status: 200 as const, ...(await sessionAnswer(signedIn, header)) };
  const { token, expiresAt } = signedIn.pending;
  return { status: 202 as const, body: { second_factor: { token, expires_at: expiresAt.toISOString() } } };
}

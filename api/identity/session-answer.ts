import { findUser } from '#domain/identity/accounts/find-user.queries.ts';
import type { OpenedSession } from '#domain/identity/sessions/open-session.command.ts';
import type { SignedIn } from '#domain/identity/sessions/log-in.command.ts';
import { sessionCookieHeader } from '#api/platform/session-cookie.ts';

/** Tokens go into the body, as specified; the cookie goes where scripts cannot read it. */
export async function sessionAnswer(opened: OpenedSession & { readonly accountId: string }) {
  return {
    body: { access_token: opened.accessToken, refresh_token: opened.refreshToken, user: await findUser(opened.accountId) },
    headers: sessionCookieHeader(opened.cookie),
  };
}

/** The answer of a first step: a session, or the token of the second step. */
export async function signInAnswer(signedIn: SignedIn) {
  if (!('pending' in signedIn)) return { status: 200 as const, ...(await sessionAnswer(signedIn)) };
  const { token, expiresAt } = signedIn.pending;
  return { status: 202 as const, body: { second_factor: { token, expires_at: expiresAt.toISOString() } } };
}

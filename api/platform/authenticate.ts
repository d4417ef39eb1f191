import type { Context } from 'koa';
import { TICKET_PREFIX } from '#contract/live/live.contract.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { takeTicket } from '#domain/identity/sessions/create-ticket.command.ts';
import { markCookieSeen } from '#domain/identity/sessions/mark-cookie-seen.command.ts';
import { verifyAccess, verifyCookie } from '#domain/identity/sessions/verify-access.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { readSessionCookie } from './session-cookie.ts';

export interface Credentials {
  /** The access token as sent, or null when none was. */
  readonly bearer: string | null;
  readonly cookie: string | null;
}

/** Clients that stringify a missing token send these values; they count as no token. */
const NO_TOKEN = new Set(['', 'null', 'undefined']);

export function readCredentials(ctx: Context): Credentials {
  const [, token] = /^bearer(?:\s+(.*))?$/i.exec(ctx.get('Authorization').trim()) ?? [];
  const bearer = token?.trim() ?? '';
  return { bearer: NO_TOKEN.has(bearer) ? null : bearer, cookie: readSessionCookie(ctx) };
}

/** Returns the ticket of a client that opens a WebSocket without a cookie; null when there is none (G21). */
export function readTicket(ctx: Context): string | null {
  const offered = ctx.get('Sec-WebSocket-Protocol').split(',');
  const found = offered.map((protocol) => protocol.trim()).find((protocol) => protocol.startsWith(TICKET_PREFIX));
  return found?.slice(TICKET_PREFIX.length) ?? null;
}

/**
 * Identifies the caller. A bearer token takes precedence over the cookie: an invalid token is rejected even if the cookie is valid, so that
 * the client refreshes it. A ticket takes precedence over both. A cookie of another account beside the token is also rejected: two people
 * share this browser and the caller does not know.
 *
 * @throws ProductError auth.token_invalid, auth.required (both 401)
 */
export async function authenticate(
  { bearer, cookie }: Credentials,
  ticket: string | null = null,
): Promise<{ session: LiveSession; by: 'bearer' | 'cookie' }> {
  if (ticket !== null) {
    const session = await takeTicket(ticket);
    if (!session) throw new ProductError('auth.token_invalid', 'The ticket was used or is too old.');
    return { session, by: 'bearer' };
  }
  const [byBearer, byCookie] = await Promise.all([bearer ? verifyAccess(bearer) : null, cookie ? verifyCookie(cookie) : null]);
  if (bearer && !byBearer) throw new ProductError('auth.token_invalid');
  const session = byBearer ?? byCookie;
  if (!session) throw new ProductError('auth.required');
  if (byCookie && byCookie.userId !== session.userId) {
    throw new ProductError('auth.token_invalid', 'Someone else has signed in here. Please sign in again.');
  }
  if (byCookie && !byCookie.cookieSeen) await markCookieSeen(byCookie.sessionId);
  return { session, by: byBearer ? 'bearer' : 'cookie' };
}

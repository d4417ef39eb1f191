import type { Context } from 'koa';
import { TICKET_PREFIX } from '#contract/live/live.contract.ts';
import { LAUNCH_PREFIX } from '#contract/lti/launch.contract.ts';
import { KEY_PREFIX } from '#contract/identity/api-keys.contract.ts';
import type { KeyScope } from '#contract/identity/key-scopes.ts';
import { keyAccess, mayKeyCall } from '#contract/key-access.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { assertProven } from '#domain/identity/accounts/account.queries.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { readDevice } from '#domain/identity/devices/device-cookie.ts';
import { isKey, nameOfKey, useKey } from '#domain/identity/api-keys/api-key.commands.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { markCookieSeen, takeTicket } from '#domain/identity/sessions/session.commands.ts';
import { verifyAccess, verifyCookie } from '#domain/identity/sessions/session.queries.ts';
import { verifyLaunch } from '#domain/lti/launch-session.queries.ts';
import { withinShare } from '#domain/platform/connection-share.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { Caller } from '#domain/platform/turns/fair-line.ts';
import type { RequestState } from './api-router.ts';
import type { Limits } from './limits.ts';
import { levelsOf, plainAddress } from './networks.ts';
import { readDeviceCookie, readSessionCookie } from './session-cookie.ts';

export interface Credentials {
  /** The access token as sent, or null if none was. */
  readonly bearer: string | null;
  readonly cookie: string | null;
}

/**
 * Returns who a request's connections and turns belong to: its account; without a sign-in, the device if somebody has signed in on it before;
 * or the networks of a stranger.
 */
export function callerOf(ctx: Pick<Context, 'ip' | 'get'> & { readonly state: Pick<RequestState, 'caller'> }): Caller {
  if (ctx.state.caller) return ctx.state.caller.userId;
  const cookie = readDeviceCookie(ctx.get('Cookie'));
  const payer = cookie === null ? null : readDevice(cookie)?.payer;
  return payer ? { levels: [`device ${payer}`], isKnown: true } : { levels: levelsOf(ctx.ip).toReversed(), isKnown: false };
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
 * Identifies the caller. A bearer token takes precedence over the cookie: an invalid token is refused even if the cookie is valid, so that
 * the client renews it. A ticket takes precedence over both. A cookie of another account beside the token is also refused: two people share
 * this browser and the caller does not know. With an API key, the cookie is ignored.
 * @throws ProductError auth.token_invalid, auth.required, key.invalid (all 401), key.network
 */
export async function authenticate(
  ip: string,
  { bearer, cookie }: Credentials,
  ticket: string | null = null,
): Promise<{ session: LiveSession; by: 'bearer' | 'cookie' }> {
  if (ticket !== null) {
    const session = await takeTicket(ticket);
    if (!session) throw new ProductError('auth.token_invalid', 'The ticket was already used or has expired.');
    return { session, by: 'bearer' };
  }
  if (bearer?.startsWith(KEY_PREFIX)) return { session: await useKey(bearer, plainAddress(ip)), by: 'bearer' };
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

/** Checks that a key's scopes open an endpoint. @throws ProductError key.person_needed, key.scope */
export function assertKeyMay(endpoint: Endpoint, scopes: readonly KeyScope[]): void {
  if (mayKeyCall(endpoint, scopes)) return;
  const access = keyAccess(endpoint);
  if ('refused' in access) throw new ProductError('key.person_needed', 'This cannot be done with an API key. Someone must be signed in.');
  const needed = access.scopes.join(', ');
  throw new ProductError(
    'key.scope',
    toSentence('This API key does not have permission to do this. It needs one of: {needed}.', { needed }),
  );
}

/**
 * Counts a call with an API key before the database is asked for its owner, so that a program in a loop costs no statements.
 * @param what its name in the log, or whose limit it is
 * @throws ProductError limits.rate
 */
export async function countKey(bearer: string | null, { ip, limits, what }: { ip: string; limits: Limits; what: string }): Promise<void> {
  if (bearer === null || !isKey(bearer)) return;
  await limits.of({ limit: 'key', name: what })({ ip, userId: nameOfKey(bearer), body: undefined }, async () => undefined);
}

/**
 * Checks the role, verified address and age that an endpoint requires of its caller.
 * @param sharing whose share of connections is used for the check
 * @throws ProductError access.denied, and as `assertProven`, `assertAge`
 */
export async function admitPerson(endpoint: Endpoint, session: LiveSession | null, sharing: Caller): Promise<void> {
  if (endpoint.auth === 'operator' && !session?.roles.some((role) => role === 'operator' || role === 'admin')) {
    throw new ProductError('access.denied', 'Only operators can do this.');
  }
  if (session && (endpoint.proven || endpoint.age))
    await withinShare(sharing, async () => {
      if (endpoint.proven) await assertProven(session.userId);
      if (endpoint.age) await assertAge(session.userId, endpoint.age);
    });
}

/**
 * Identifies the person for whom a learning platform has opened content, by the launch's token alone. The cookie is ignored, so that a user
 * signed in here in the same browser has no access from a frame. API keys are recognised, so that their programs get a meaningful refusal.
 * @throws ProductError auth.required, auth.token_invalid, lti.session_ended, key.invalid, key.network
 */
export async function authenticateLaunch(ip: string, { bearer }: Credentials): Promise<{ session: LiveSession; by: 'bearer' | 'cookie' }> {
  if (bearer === null) throw new ProductError('auth.required');
  if (bearer.startsWith(KEY_PREFIX)) return authenticate(ip, { bearer, cookie: null });
  if (!bearer.startsWith(LAUNCH_PREFIX)) throw new ProductError('auth.token_invalid');
  return { session: await verifyLaunch(bearer), by: 'bearer' };
}

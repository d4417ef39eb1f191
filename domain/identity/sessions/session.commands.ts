import type { Knex } from 'knex';
import { TICKET_SECONDS } from '#contract/live/live.contract.ts';
import { endKeysOf } from '#domain/identity/api-keys/api-key.commands.ts';
import { transact, database } from '#domain/platform/database.ts';
import { ProductError, notFound } from '#domain/platform/errors.ts';
import { assertOwnWayIn } from '#domain/membership/ways-in.queries.ts';
import { startSecondStep, type PendingSignIn } from '#domain/identity/second-factor/pending-sign-in.commands.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { signAccessToken } from './access-token.ts';
import { invalidateSession, liveSessionById, type LiveSession } from './live-sessions.ts';
import { openSession, type OpenedSession } from './open-session.command.ts';
import { expiryOf } from './session-lifetime.ts';
import { checkPassword } from '#domain/identity/passwords/password.ts';
import { hashCookie, readRefreshToken, refreshTokenOf } from './session-secrets.ts';
import { newToken } from '#domain/platform/links/secret-link.ts';
import { IS_LIVE, type Session } from './session.model.ts';
import { verifyAccess } from './session.queries.ts';

/** A session, or a sign-in that still needs a code. */
export type SignedIn = (OpenedSession & { readonly accountId: string }) | { readonly pending: PendingSignIn };

/**
 * Signs in a user by email and password; with a second factor, this is only the first step.
 * @throws ProductError auth.suspended, auth.organisation_required; auth.invalid_credentials, the same and equally slow for an unknown email
 * as for a wrong password
 */
export async function logIn(given: { email: string; password: string; userAgent: string }): Promise<SignedIn> {
  const account = await database()('account').where({ email: given.email.toLowerCase() }).first('id', 'password_hash');
  const refused = () => new ProductError('auth.invalid_credentials', 'Wrong email or password.');
  if (!(await checkPassword(given.password, account?.password_hash)) || !account) throw refused();
  return transact(async (trx) => {
    // a concurrent password change ends all sessions: it must end this one too, or keep it from being opened
    const same = await trx('account').where({ id: account.id, password_hash: account.password_hash }).forShare().first('id');
    if (!same) throw refused();
    // refuse before a code is asked for in vain
    await assertOwnWayIn(account.id, trx);
    const pending = await startSecondStep(trx, account.id);
    return pending ? { pending } : { accountId: account.id, ...(await openSession(account.id, given.userAgent, trx)) };
  });
}

/**
 * Ends every session that the given credentials belong to; unknown credentials are no error. A refresh token alone does not end a session
 * that is used with a cookie: a thief who has copied the token must not be able to sign its owner out.
 */
export async function logOut(given: { accessToken: string | null; refreshToken: string | null; cookie: string | null }): Promise<void> {
  const { accessToken, refreshToken, cookie } = given;
  const byAccess = accessToken ? await verifyAccess(accessToken) : null;
  const byRefresh = refreshToken ? await sessionToEnd({ refreshToken, cookie }) : null;
  const ids = [byAccess?.sessionId, byRefresh].filter((id) => typeof id === 'string');
  if (ids.length === 0 && !cookie) return;
  await revokeSessions({ ids, ...(cookie && { cookieHash: hashCookie(cookie) }) }, 'log-out');
}

/**
 * Ends one session of an account at its owner's request. An ended session is no error.
 * @throws ProductError not_found when the session is not the account's
 */
export async function endSession({ accountId, sessionId }: { accountId: string; sessionId: string }): Promise<void> {
  const session = isUuid(sessionId) && (await database()('session').where({ id: sessionId, account_id: accountId }).first('id'));
  if (!session) throw notFound('session');
  await revokeSessions({ ids: [sessionId] }, 'ended-by-owner');
}

interface EndOthers {
  readonly accountId: string;
  readonly sessionId: string;
  /** Also revokes the API keys that act for the account. */
  readonly withKeys?: boolean;
}

/** Ends all sessions of an account except the caller's. @returns numbers of sessions and keys that this call ended */
export async function endOtherSessions({
  accountId,
  sessionId,
  withKeys = false,
}: EndOthers): Promise<{ ended: number; ended_keys: number }> {
  const [ended, keys] = await transact(async (trx) => {
    const revoked = await revokeSessionsOf(trx, { accountId, except: sessionId }, 'ended-by-owner');
    const endedKeys = withKeys ? await endKeysOf(trx, accountId) : 0;
    if (endedKeys > 0)
      await recordAudit(
        { actor: `account:${accountId}`, action: 'api_key.end', subject: `account:${accountId}`, detail: { keys: endedKeys } },
        trx,
      );
    return [revoked, endedKeys] as const;
  });
  ended.forEach(invalidateSession);
  return { ended: ended.length, ended_keys: keys };
}

/** How long the previous token still works, for a caller that did not receive the answer. */
const GRACE_S = 30;

const ended = () => new ProductError('auth.refresh_invalid', 'The session has ended. Please sign in again.');

/**
 * Exchanges a refresh token. The current token is rotated; concurrent callers, and those that repeat a call whose answer was lost, get the
 * same successor. An older token must have been copied, so the session ends, for thief and owner alike.
 * A session that was used with its cookie can only be refreshed with that cookie. Without it the call is rejected with no further effect,
 * so a token stolen from a page's storage neither works elsewhere nor lets the thief sign its owner out.
 * @throws ProductError auth.refresh_invalid
 */
export async function refreshSession(given: Presented): Promise<{ accessToken: string; refreshToken: string }> {
  const holder = await holderOf(given);
  if (!holder) throw ended();
  const { token, session, cookieIsOurs } = holder;
  const generation = (await rotate(token, cookieIsOurs)) ?? (await successorWithinGrace(token));
  if (generation === null) {
    await endCopied(holder);
    throw ended();
  }
  return {
    accessToken: await signAccessToken({ userId: session.account_id, sessionId: token.sessionId }),
    refreshToken: refreshTokenOf(token.sessionId, generation),
  };
}

/**
 * Returns the id of the session that a refresh token may sign out, by the same rules as for exchanging it. Null when it may not; a copied
 * token ends the session here.
 */
async function sessionToEnd(given: Presented): Promise<string | null> {
  const holder = await holderOf(given);
  if (!holder) return null;
  const { token, session } = holder;
  if (token.generation === session.generation || (await successorWithinGrace(token)) !== null) return token.sessionId;
  await endCopied(holder);
  return null;
}

interface Presented {
  readonly refreshToken: string;
  /** The cookie sent with it, or null. */
  readonly cookie: string | null;
}

interface Holder {
  readonly token: Token;
  readonly session: Pick<Session, 'account_id' | 'cookie_hash' | 'cookie_seen' | 'generation'>;
  readonly cookieIsOurs: boolean;
}

/** Finds the live session of a token. Null for an unknown token, and for one sent without the cookie that its session is used with. */
async function holderOf({ refreshToken, cookie }: Presented): Promise<Holder | null> {
  const token = readRefreshToken(refreshToken);
  const session =
    token &&
    (await database()('session')
      .where({ id: token.sessionId })
      .where(expression(database(), IS_LIVE))
      .first('account_id', 'cookie_hash', 'cookie_seen', 'generation'));
  if (!token || !session) return null;
  const cookieIsOurs = cookie !== null && hashCookie(cookie).equals(session.cookie_hash);
  return session.cookie_seen && !cookieIsOurs ? null : { token, session, cookieIsOurs };
}

/** Ends the session of a token that was already used. */
async function endCopied({ token, session }: Holder): Promise<void> {
  await revokeSessions({ ids: [token.sessionId] }, 'refresh-token-reused');
  await recordAudit({
    actor: `account:${session.account_id}`,
    action: 'session.reuse_detected',
    subject: `session:${token.sessionId}`,
    detail: { presented: token.generation, current: session.generation },
  });
}

interface Token {
  readonly sessionId: string;
  readonly generation: number;
}

/**
 * Rotates the token by one conditional update; of concurrent callers with the same token exactly one succeeds.
 * @returns the new generation, or null for the others
 */
async function rotate(token: Token, cookieSeen: boolean): Promise<number | null> {
  const now = database().fn.now();
  const [rotated] = await database()('session')
    .where({ id: token.sessionId, generation: token.generation, revoked_at: null })
    .update({
      generation: token.generation + 1,
      rotated_at: now,
      last_seen_at: now,
      expires_at: expression(
        database(),
        expiryOf({ organisationId: sql`session.organisation_id`, seenAt: sql`now()`, createdAt: sql`created_at`, endsAt: sql`ends_at` }),
      ),
      ...(cookieSeen && { cookie_seen: true }),
    })
    .returning('generation');
  if (rotated && cookieSeen) invalidateSession(token.sessionId);
  return rotated?.generation ?? null;
}

/**
 * Returns the current generation if the token is the previous one and was replaced within the grace period, by the database's clock;
 * otherwise null.
 */
async function successorWithinGrace(token: Token): Promise<number | null> {
  const session = await database()('session')
    .where({ id: token.sessionId, generation: token.generation + 1, revoked_at: null })
    .where('rotated_at', '>', expression(database(), sql`now() - make_interval(secs => ${GRACE_S})`))
    .first('generation');
  return session?.generation ?? null;
}

/**
 * Ends sessions, selected by id or by the hash of their cookie. Ended sessions do not change.
 * @returns ids of the sessions that this call ended
 */
export async function revokeSessions(which: { ids?: string[]; cookieHash?: Buffer }, reason: string): Promise<string[]> {
  const revoked = await database()('session')
    .whereNull('revoked_at')
    .where((named) => {
      named.whereIn('id', which.ids ?? []);
      if (which.cookieHash) named.orWhere('cookie_hash', which.cookieHash);
    })
    .update({ revoked_at: database().fn.now(), revoked_reason: reason })
    .returning('id');
  for (const session of revoked) invalidateSession(session.id);
  return revoked.map((session) => session.id);
}

/** Removes ended sessions from this process's cache; call it after the commit. */
export const forgetSessions = (ids: readonly string[]): void => ids.forEach(invalidateSession);

/**
 * Ends every session of an account except `except`, in the caller's transaction. Pass the result to `invalidateSession` after the commit:
 * before it, a reread would still find a live session.
 * @returns ids of the sessions that this call ended
 */
export async function revokeSessionsOf(
  trx: Knex.Transaction,
  which: { accountId: string; except?: string },
  reason: string,
): Promise<string[]> {
  const revoked = await trx('session')
    .where({ account_id: which.accountId, revoked_at: null })
    .modify((named) => {
      if (which.except !== undefined) void named.whereNot({ id: which.except });
    })
    .update({ revoked_at: trx.fn.now(), revoked_reason: reason })
    .returning('id');
  return revoked.map((session) => session.id);
}

/**
 * Ends the sessions of these accounts that were not opened through the organisation's sign-in, and pending sign-ins, in the caller's
 * transaction.
 * @returns ids of the ended sessions, to pass to `forgetSessions` after the commit
 */
export async function revokeOtherWays(
  trx: Knex.Transaction,
  { accountIds, organisationId, except }: { accountIds: readonly string[]; organisationId: string; except: string },
): Promise<string[]> {
  const isOther = expression(trx, sql`organisation_id is distinct from ${organisationId}::uuid`);
  await trx('pending_sign_in').whereIn('account_id', accountIds).where(isOther).delete();
  const revoked = await trx('session')
    .whereIn('account_id', accountIds)
    .whereNot({ id: except })
    .where({ revoked_at: null })
    .where(isOther)
    .update({ revoked_at: trx.fn.now(), revoked_reason: 'organisation-enforced' })
    .returning('id');
  return revoked.map((session) => session.id);
}

/**
 * Applies an organisation's session limits to the open sessions of its sign-in, in the caller's transaction: longer ones are shortened, and
 * those past the limit end.
 * @returns ids of the shortened sessions, to pass to `forgetSessions` after the commit
 */
export async function endOutlived(trx: Knex.Transaction, organisationId: string): Promise<string[]> {
  const expiry = expiryOf({
    organisationId: sql`session.organisation_id`,
    seenAt: sql`session.last_seen_at`,
    createdAt: sql`session.created_at`,
    endsAt: sql`session.ends_at`,
  });
  const shortened = await rowsOf<{ id: string }>(
    trx,
    sql`update session set expires_at = ${expiry}
         where organisation_id = ${organisationId} and revoked_at is null and expires_at > now() and expires_at > ${expiry} returning id`,
  );
  return shortened.map(({ id }) => id);
}

interface EndedByProvider {
  readonly organisationId: string;
  readonly issuer: string;
  /** The person at the provider; null when only the session is named. */
  readonly subject: string | null;
  /** The provider's session; null for all sessions of the person. */
  readonly providerSession: string | null;
}

/**
 * Ends sessions opened through an organisation's sign-in, because its provider has ended its own session.
 * @returns number of ended sessions
 */
export async function endByProvider({ organisationId, issuer, subject, providerSession }: EndedByProvider): Promise<number> {
  const which = sql`session.organisation_id = ${organisationId} and session.revoked_at is null
    and (${providerSession}::text is null or session.provider_session = ${providerSession})
    and (${subject}::text is null or session.account_id = (select i.account_id from organisation_identity i
           where i.organisation_id = ${organisationId} and i.issuer = ${issuer} and i.subject = ${subject}))`;
  if (providerSession === null && subject === null) return 0;
  const found = await rowsOf<{ id: string }>(database(), sql`select id from session where ${which}`);
  if (found.length === 0) return 0;
  return (await revokeSessions({ ids: found.map(({ id }) => id) }, 'provider-logout')).length;
}

/** Marks one session, if it belongs to one of these accounts, as opened through an organisation's sign-in, in the caller's transaction. */
export async function countAsCome(
  trx: Knex.Transaction,
  { accountIds, organisationId, sessionId }: { accountIds: readonly string[]; organisationId: string; sessionId: string },
): Promise<void> {
  await trx('session').where({ id: sessionId }).whereIn('account_id', accountIds).update({ organisation_id: organisationId });
}

/** Creates a ticket with which a session opens one socket within 30 seconds (G21). Only its hash is stored. @returns the ticket */
export async function createTicket(sessionId: string): Promise<string> {
  const ticket = newToken();
  await database()('live_ticket').insert({
    token_hash: hashCookie(ticket),
    session_id: sessionId,
    expires_at: expression(database(), sql`now() + make_interval(secs => ${TICKET_SECONDS})`),
  });
  return ticket;
}

/** Uses up a ticket and returns its session. Null when it is unknown, used, or expired. */
export async function takeTicket(ticket: string): Promise<LiveSession | null> {
  const [taken] = await database()('live_ticket')
    .where({ token_hash: hashCookie(ticket) })
    .delete()
    .returning<{ session_id: string; is_valid: boolean }[]>(['session_id', expression(database(), sql`expires_at > now() as is_valid`)]);
  return taken?.is_valid ? liveSessionById(taken.session_id) : null;
}

/** Records that a session was used with its cookie; from now on its refresh tokens require that cookie. */
export async function markCookieSeen(sessionId: string): Promise<void> {
  await database()('session').where({ id: sessionId, cookie_seen: false }).update({ cookie_seen: true });
  invalidateSession(sessionId);
}

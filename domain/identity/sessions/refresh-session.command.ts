import { raw } from 'objection';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { signAccessToken } from './access-token.ts';
import { invalidateSession } from './live-sessions.ts';
import { IDLE_DAYS, LONGEST_DAYS } from './open-session.command.ts';
import { revokeSessions } from './revoke-sessions.command.ts';
import { hashCookie, readRefreshToken, refreshTokenOf } from './session-secrets.ts';
import { Session } from './session.model.ts';

/** How long the previous token still works, for a caller that did not receive the answer. */
const GRACE_S = 30;

const ended = () => new ProductError('auth.refresh_invalid', 'The session has ended. Please sign in again.');

/**
 * Exchanges a refresh token. The current one is rotated; concurrent callers, or those that repeat a call whose answer was lost, get the
 * same successor. An older token must have been copied: the session ends, for thief and owner alike.
 *
 * A session that was used with its cookie can only be refreshed with that cookie. Without it the call is rejected without further effect,
 * so a token stolen from a page's storage neither works elsewhere nor lets the thief sign its owner out.
 *
 * @throws ProductError auth.refresh_invalid
 */
export async function refreshSession(given: {
  refreshToken: string;
  cookie: string | null;
}): Promise<{ accessToken: string; refreshToken: string }> {
  const token = readRefreshToken(given.refreshToken);
  if (!token) throw ended();
  const session = await findLive(token.sessionId);
  if (!session) throw ended();
  const cookieIsOurs = given.cookie !== null && hashCookie(given.cookie).equals(session.cookie_hash);
  if (session.cookie_seen && !cookieIsOurs) throw ended();

  const generation = (await rotate(token, cookieIsOurs)) ?? (await successorWithinGrace(token));
  if (generation === null) {
    await revokeSessions({ ids: [token.sessionId] }, 'refresh-token-reused');
    await recordAudit({
      actor: `account:${session.account_id}`,
      action: 'session.reuse_detected',
      subject: `session:${token.sessionId}`,
      detail: { presented: token.generation, current: session.generation },
    });
    throw ended();
  }
  return {
    accessToken: await signAccessToken({ userId: session.account_id, sessionId: token.sessionId }),
    refreshToken: refreshTokenOf(token.sessionId, generation),
  };
}

interface Token {
  readonly sessionId: string;
  readonly generation: number;
}

async function findLive(sessionId: string): Promise<Session | undefined> {
  return Session.query().findById(sessionId).whereNull('revoked_at').whereRaw('expires_at > now()');
}

/**
 * Rotates by one conditional update: of concurrent callers with the same token exactly one succeeds. @returns the new generation, null for
 * the others
 */
async function rotate(token: Token, cookieSeen: boolean): Promise<number | null> {
  const [rotated] = await Session.query()
    .patch({
      generation: token.generation + 1,
      rotated_at: raw('now()') as never,
      last_seen_at: raw('now()') as never,
      expires_at: raw(`least(now() + interval '${IDLE_DAYS} days', created_at + interval '${LONGEST_DAYS} days')`) as never,
      ...(cookieSeen && { cookie_seen: true }),
    })
    .where({ id: token.sessionId, generation: token.generation })
    .whereNull('revoked_at')
    .returning('generation');
  if (rotated && cookieSeen) invalidateSession(token.sessionId);
  return rotated?.generation ?? null;
}

/**
 * Returns the current generation if the token is the previous one and was replaced within the grace period, by the database's clock;
 * otherwise null.
 */
async function successorWithinGrace(token: Token): Promise<number | null> {
  const session = await Session.query()
    .findOne({ id: token.sessionId, generation: token.generation + 1 })
    .whereNull('revoked_at')
    .whereRaw(`rotated_at > now() - interval '${GRACE_S} seconds'`);
  return session?.generation ?? null;
}

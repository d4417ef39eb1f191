import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { signAccessToken } from './access-token.ts';
import { invalidateSession } from './live-sessions.ts';
import { IDLE_DAYS, LONGEST_DAYS } from './open-session.command.ts';
import { revokeSessions } from './revoke-sessions.command.ts';
import { hashCookie, readRefreshToken, refreshTokenOf } from './session-secrets.ts';
import { live, Session } from './session.model.ts';

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

const findLive = async (sessionId: string): Promise<Session | undefined> => live(Session.query()).findById(sessionId);

/**
 * Rotates by one conditional update: of concurrent callers with the same token exactly one succeeds. @returns the new generation, null for
 * the others
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
        sql`least(now() + make_interval(days => ${IDLE_DAYS}), created_at + make_interval(days => ${LONGEST_DAYS}))`,
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
  const session = await Session.query()
    .findOne({ id: token.sessionId, generation: token.generation + 1 })
    .whereNull('revoked_at')
    .where('rotated_at', '>', expression(database(), sql`now() - make_interval(secs => ${GRACE_S})`));
  return session?.generation ?? null;
}

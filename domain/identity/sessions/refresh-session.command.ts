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
 * Returns the id of the session that a refresh token may sign out, by the same rules as for exchanging it; null when it may do nothing, or
 * was copied, which ends the session here.
 */
export async function sessionToEnd(given: Presented): Promise<string | null> {
  const holder = await holderOf(given);
  if (!holder) return null;
  const { token, session } = holder;
  if (token.generation === session.generation || (await successorWithinGrace(token)) !== null) return token.sessionId;
  await endCopied(holder);
  return null;
}

interface Presented {
  readonly refreshToken: string;
  /** The cookie that came along; null: none. */
  readonly cookie: string | null;
}

interface Holder {
  readonly token: Token;
  readonly session: Session;
  readonly cookieIsOurs: boolean;
}

/** Finds the live session of a token; null for a token that is unknown, or that came without the cookie its session is used with. */
async function holderOf({ refreshToken, cookie }: Presented): Promise<Holder | null> {
  const token = readRefreshToken(refreshToken);
  const session = token && (await live(Session.query()).findById(token.sessionId));
  if (!token || !session) return null;
  const cookieIsOurs = cookie !== null && hashCookie(cookie).equals(session.cookie_hash);
  return session.cookie_seen && !cookieIsOurs ? null : { token, session, cookieIsOurs };
}

/** Ends the session of a token that somebody has used before. */
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

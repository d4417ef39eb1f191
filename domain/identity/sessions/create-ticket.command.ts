import { TICKET_SECONDS } from '#contract/live/live.contract.ts';
import { database } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { liveSessionById, type LiveSession } from './live-sessions.ts';
import { hashCookie, newCookieSecret } from './session-secrets.ts';

/** Creates a ticket with which a session opens one socket within 30 seconds (G21). Only its hash is stored. */
export async function createTicket(sessionId: string): Promise<string> {
  const ticket = newCookieSecret();
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

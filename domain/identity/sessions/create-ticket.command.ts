import { TICKET_SECONDS } from '#contract/live/live.contract.ts';
import { database } from '#domain/platform/database.ts';
import { liveSessionById, type LiveSession } from './live-sessions.ts';
import { hashCookie, newCookieSecret } from './session-secrets.ts';

/** Creates a ticket with which a session opens one socket within 30 seconds (G21). Only its hash is stored. */
export async function createTicket(sessionId: string): Promise<string> {
  const ticket = newCookieSecret();
  await database().raw(
    `insert into live_ticket (token_hash, session_id, expires_at) values (:hash, :sessionId, now() + make_interval(secs => :seconds))`,
    { hash: hashCookie(ticket), sessionId, seconds: TICKET_SECONDS },
  );
  return ticket;
}

/** Uses up a ticket and returns its session. Null when it is unknown, used, or expired. */
export async function takeTicket(ticket: string): Promise<LiveSession | null> {
  const { rows } = await database().raw('delete from live_ticket where token_hash = ? returning session_id, expires_at > now() as good', [
    hashCookie(ticket),
  ]);
  return rows[0]?.good ? liveSessionById(rows[0].session_id) : null;
}

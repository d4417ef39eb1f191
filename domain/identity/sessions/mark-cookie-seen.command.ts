import { invalidateSession } from './live-sessions.ts';
import { Session } from './session.model.ts';

/** Records that a session was used with its cookie: from now on its refresh tokens require that cookie. */
export async function markCookieSeen(sessionId: string): Promise<void> {
  await Session.query().patch({ cookie_seen: true }).where({ id: sessionId, cookie_seen: false });
  invalidateSession(sessionId);
}

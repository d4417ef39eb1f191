import { forgetSession } from './live-sessions.ts';
import { Session } from './session.model.ts';

/** Notes that a session came with its cookie: its refresh tokens are useless without that cookie from now on. */
export async function markCookieSeen(sessionId: string): Promise<void> {
  await Session.query().patch({ cookie_seen: true }).where({ id: sessionId, cookie_seen: false });
  forgetSession(sessionId);
}

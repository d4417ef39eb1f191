import type { StoreListener } from '#domain/platform/store-listener.ts';
import { forgetAllSessions, forgetSession, trustSessions } from './live-sessions.ts';

/**
 * Postgres says which sessions have changed: a trigger announces the id of one that ended or whose rights have changed. While the connection
 * stands, what was read of a session is trusted until told otherwise, so that a request costs no query for knowing its caller; while it does
 * not, a session is read again every 5 s.
 * @param onChanged hears the id after it was forgotten; null when any may have changed
 */
export const watchSessions = (onChanged: (sessionId: string | null) => void = () => undefined): StoreListener => ({
  channel: 'session_changed',
  onMessage(sessionId) {
    forgetSession(sessionId);
    onChanged(sessionId);
  },
  onUp() {
    // whatever changed while nobody listened
    forgetAllSessions();
    trustSessions(true);
    onChanged(null);
  },
  onDown: () => trustSessions(false),
});

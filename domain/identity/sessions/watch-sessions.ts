import type { StoreListener } from '#domain/platform/store-listener.ts';
import { forgetAllSessions, invalidateSession, setSessionsNotified } from './live-sessions.ts';

/**
 * Subscribes to session changes: a Postgres trigger announces the id of a session that ended or whose rights have changed. While the
 * connection lasts, cached sessions are valid until notified, so authentication costs no query; without it, a session is read again every 5
 * s.
 * @param onChanged gets the id after it was removed from the cache, or null when any session may have changed
 */
export const watchSessions = (onChanged: (sessionId: string | null) => void = () => undefined): StoreListener => ({
  channel: 'session_changed',
  onMessage(sessionId) {
    invalidateSession(sessionId);
    onChanged(sessionId);
  },
  onUp() {
    // anything may have changed while the connection was down
    forgetAllSessions();
    setSessionsNotified(true);
    onChanged(null);
  },
  onDown: () => setSessionsNotified(false),
});

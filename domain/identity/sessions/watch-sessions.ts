import type { Client } from 'pg';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { forgetAllSessions, forgetSession, trustSessions } from './live-sessions.ts';

/** A trigger tells on this channel when a session ended or what it may do has changed. The payload is the session's id. */
const SESSION_CHANNEL = 'session_changed';

const RECONNECT_MS = 1_000;

/**
 * Keeps one connection on which Postgres says which sessions have changed. While it stands, what was read of a session is trusted until
 * told otherwise, so that a request costs no query for knowing its caller; while it does not, a session is read again
 * every 5 s. Never throws; reconnects by itself.
 * @returns how to stop
 */
export function watchSessions(): () => Promise<void> {
  let client: Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let stopped = false;

  const lost = () => {
    trustSessions(false);
    client = null;
    if (!stopped) retry ??= setTimeout(connect, RECONNECT_MS);
  };
  async function connect(): Promise<void> {
    retry = null;
    try {
      // outside the pool, because it is never given back
      const connection = (await database().client.acquireRawConnection()) as Client;
      connection.on('error', (error) => logger().warn({ err: error }, 'sessions: the watch was cut, reconnecting'));
      connection.once('end', lost);
      connection.on('notification', ({ payload }) => void (payload && forgetSession(payload)));
      await connection.query(`listen ${SESSION_CHANNEL}`);
      if (stopped) return await connection.end();
      client = connection;
      // whatever changed while nobody listened
      forgetAllSessions();
      trustSessions(true);
    } catch (error) {
      logger().warn({ err: error }, 'sessions: the watch could not be set up, trying again');
      lost();
    }
  }
  void connect();
  return async () => {
    stopped = true;
    if (retry) clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}

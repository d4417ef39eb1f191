import type { Client } from 'pg';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';

const RECONNECT_MS = 1_000;

/** A subscriber to notifications on a Postgres channel. */
export interface StoreListener {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  /** Called when the connection is established or re-established: notifications in between were missed. */
  readonly onUp: () => void;
  readonly onDown: () => void;
}

/**
 * Holds one connection, outside the pool because it is never released, on which Postgres notifies all listeners of this process. Never
 * throws; reconnects by itself.
 * @returns a function that stops it
 */
export function listenToStore(listeners: readonly StoreListener[]): () => Promise<void> {
  let client: Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let stopped = false;
  let connecting: Promise<void>;

  const lost = () => {
    for (const { onDown } of listeners) onDown();
    client = null;
    if (!stopped) retry ??= setTimeout(() => (connecting = connect()), RECONNECT_MS);
  };
  async function connect(): Promise<void> {
    retry = null;
    try {
      const connection = (await database().client.acquireRawConnection()) as Client;
      connection.on('error', (error) => logger().warn({ err: error }, 'listening: the connection was lost, reconnecting'));
      connection.once('end', lost);
      connection.on('notification', ({ channel, payload }) => {
        for (const listener of listeners) if (listener.channel === channel && payload) listener.onMessage(payload);
      });
      await connection.query(listeners.map(({ channel }) => `listen ${channel}`).join('; '));
      if (stopped) return await connection.end();
      client = connection;
      for (const { onUp } of listeners) onUp();
    } catch (error) {
      if (stopped) return;
      logger().warn({ err: error }, 'listening: the connection could not be opened, retrying');
      lost();
    }
  }
  connecting = connect();
  return async () => {
    stopped = true;
    if (retry) clearTimeout(retry);
    // a connection that is being made would outlive the database
    await connecting;
    await client?.end().catch(() => undefined);
  };
}

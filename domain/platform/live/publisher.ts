import type { Knex } from 'knex';
import { database, prepared } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';

/**
 * An event for all processes of this installation that have sockets open: a topic and the ids of the rows it is about. Rows are the truth:
 * an event only says that there is something to read, and the next read makes up for a lost one.
 */
export interface LiveEvent {
  readonly topic: string;
  /** Without blanks, few and short: Postgres carries at most 8,000 bytes. */
  readonly ids: readonly string[];
}

export const LIVE_CHANNEL = 'live';

export const writeEvent = ({ topic, ids }: LiveEvent): string => [topic, ...ids].join(' ');

export function readEvent(payload: string): LiveEvent {
  const [topic = '', ...ids] = payload.split(' ');
  return { topic, ids };
}

/** Publishes to other processes by other means than Postgres, after the commit. */
export type Broadcast = (payload: string) => Promise<unknown>;
let broadcast: Broadcast | null = null;

/** Replaces the way events are published; null: through Postgres. */
export function setBroadcast(by: Broadcast | null): void {
  broadcast = by;
}

/**
 * Publishes an event. Within a transaction it is delivered on commit, after all that committed before it, and never on rollback.
 * @param trx null for events without a row
 */
export async function publish(trx: Knex.Transaction | null, event: LiveEvent): Promise<void> {
  const payload = writeEvent(event);
  if (!broadcast) {
    await prepared(trx ?? database(), 'select pg_notify(?, ?)', [LIVE_CHANNEL, payload]);
    return;
  }
  const send = broadcast;
  // a failure costs no more than a lost event: the waiting client reads the row a little later
  const sent = async () => {
    await trx?.executionPromise;
    await send(payload);
  };
  const sending = sent().catch((error: unknown) => logger().warn({ err: error }, 'live: an event could not be sent'));
  if (!trx) await sending;
}

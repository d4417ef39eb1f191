import type { Knex } from 'knex';
import { database, prepared } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';

/**
 * What happened, for all processes of this installation that have sockets open: a topic and the ids of the rows it is about. Rows are the
 * truth: an event only says that there is something to read, and one that got lost is made up for by reading.
 */
export interface LiveEvent {
  readonly topic: string;
  /** Without blanks; a few short ones: Postgres carries up to 8,000 bytes. */
  readonly ids: readonly string[];
}

export const LIVE_CHANNEL = 'live';

export const writeEvent = ({ topic, ids }: LiveEvent): string => [topic, ...ids].join(' ');

export function readEvent(payload: string): LiveEvent {
  const [topic = '', ...ids] = payload.split(' ');
  return { topic, ids };
}

/** Sends to other processes by something else than Postgres, once the transaction is through. */
export type Broadcast = (payload: string) => Promise<unknown>;
let broadcast: Broadcast | null = null;

/** Lets events go another way; null: by Postgres. */
export function setBroadcast(by: Broadcast | null): void {
  broadcast = by;
}

/**
 * Publishes an event. In a transaction it is heard when that commits, after all that were committed before it, and never when it does not.
 * @param trx null for what has no row
 */
export async function publish(trx: Knex.Transaction | null, event: LiveEvent): Promise<void> {
  const payload = writeEvent(event);
  if (!broadcast) {
    await prepared(trx ?? database(), 'select pg_notify(?, ?)', [LIVE_CHANNEL, payload]);
    return;
  }
  const send = broadcast;
  // a failure costs no more than a lost event does: whoever waits reads the row a little later
  const sent = async () => {
    await trx?.executionPromise;
    await send(payload);
  };
  const sending = sent().catch((error: unknown) => logger().warn({ err: error }, 'live: an event could not be sent'));
  if (!trx) await sending;
}

import type { Knex } from 'knex';
import { database, prepared } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';

/**
 * An event for all processes of this installation that have sockets open: a topic and the ids of the rows it is about. Rows are the truth:
 * an event only says that there is something to read, and the next read makes up for a lost one.
 */
export interface LiveEvent {
  readonly topic: string;
  /** Without blanks, few and short: Postgres carries at most 8,000 bytes. The last one may be a row (`publishWithRow`), which may have blanks. */
  readonly ids: readonly string[];
}

export const LIVE_CHANNEL = 'live';

export const writeEvent = ({ topic, ids }: LiveEvent): string => [topic, ...ids].join(' ');

export function readEvent(payload: string): LiveEvent {
  const [head = '', row] = payload.split('\n', 2);
  const [topic = '', ...ids] = head.split(' ');
  return { topic, ids: row === undefined ? ids : [...ids, row] };
}

/** Bytes of a row that an event may carry. */
const MOST_ROW_BYTES = 7_000;

/**
 * Expression that publishes through Postgres, for each row of a statement. A small row goes with its event, so that no process has to read
 * it: events arrive in the order of the commits, hence a later change is delivered later. Only while `goesByStore()`.
 * @param topic without quotes @param ids expressions @param row expression for a text without line breaks
 */
export const publishWithRow = (topic: string, ids: readonly string[], row: string): string =>
  `pg_notify('${LIVE_CHANNEL}', concat_ws(' ', '${topic}', ${ids.join(', ')}) || case when octet_length(${row}) <= ${MOST_ROW_BYTES} then E'\\n' || ${row} else '' end)`;

/** Tells whether events go through Postgres. */
export const goesByStore = (): boolean => broadcast === null;

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

import type { Knex } from 'knex';
import { database, onDisconnect } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { preparedRowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/**
 * An event for all processes of this installation that have open sockets: a topic and the ids of its rows. Rows are authoritative: an event
 * only says that there is something to read, and the next read makes up for a lost one.
 */
export interface LiveEvent {
  readonly topic: string;
  /**
   * Few and short, without spaces: Postgres carries at most 8,000 bytes. The last one may be a row (`publishWithRow`), which may contain
   * spaces.
   */
  readonly ids: readonly string[];
}

export const LIVE_CHANNEL = 'live';

export const writeEvent = ({ topic, ids }: LiveEvent): string => [topic, ...ids].join(' ');

export function readEvent(payload: string): LiveEvent {
  const [head = '', row] = payload.split('\n', 2);
  const [topic = '', ...ids] = head.split(' ');
  return { topic, ids: row === undefined ? ids : [...ids, row] };
}

/** Maximum size of a row within an event, in bytes. */
const MOST_ROW_BYTES = 7_000;

/**
 * Returns a column for a statement that publishes each of its rows. A small row is sent within its event, so that no process has to read
 * it. Through Postgres, the event leaves with the commit; otherwise the column holds the event, and `publishRows` sends it after the
 * commit. Then an event of another process may overtake it: the row's own change number tells which is newer.
 * @param ids list of expressions
 * @param row expression for a text without line breaks
 */
export function publishWithRow(topic: string, ids: Sql, row: Sql): Sql {
  const payload = sql`concat_ws(' ', ${topic}::text, ${ids}) || case when octet_length(${row}) <= ${MOST_ROW_BYTES} then chr(10) || ${row} else '' end`;
  return broadcast ? sql`${payload} as event` : sql`pg_notify(${LIVE_CHANNEL}, ${payload})::text as event`;
}

/** Sends the events of a statement's rows (`publishWithRow`), in order, unless Postgres has sent them. Never fails. */
export async function publishRows(rows: readonly { readonly event: string }[]): Promise<void> {
  const send = broadcast;
  if (send) await Promise.all(rows.map(({ event }) => send(event).catch(warn)));
}

// a failure costs no more than a lost event: the waiting client reads the row a little later
const warn = (error: unknown) => logger().warn({ err: error }, 'live: an event could not be sent');

/** Publishes to other processes without Postgres, after the commit. */
export type Broadcast = (payload: string) => Promise<unknown>;
let broadcast: Broadcast | null = null;

/** Replaces the way events are published; null: through Postgres. */
export function setBroadcast(by: Broadcast | null): void {
  broadcast = by;
}

onDisconnect(() => setBroadcast(null));

/**
 * Publishes an event. Within a transaction it is delivered on commit, after everything that committed before it, and never on rollback.
 * @param trx null for events without a row
 */
export async function publish(trx: Knex.Transaction | null, event: LiveEvent): Promise<void> {
  const payload = writeEvent(event);
  if (!broadcast) {
    await preparedRowsOf(trx ?? database(), sql`select pg_notify(${LIVE_CHANNEL}, ${payload})`);
    return;
  }
  const send = broadcast;
  const sent = async () => {
    await trx?.executionPromise;
    await send(payload);
  };
  const sending = sent().catch(warn);
  if (!trx) await sending;
}

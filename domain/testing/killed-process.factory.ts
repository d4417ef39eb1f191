import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { database } from '#domain/platform/database.ts';

interface PgConnection {
  readonly connection: { readonly stream: Socket };
}
type Send = (connection: PgConnection, statement: unknown) => Promise<unknown>;

/**
 * Lets a test kill "the process" between two statements: its connections break, as in a crash, and no further statement reaches the
 * database until `revive`.
 */
export function killableProcess() {
  const prototype = Object.getPrototypeOf(database().client) as { _query: Send };
  const send = prototype._query;
  let count = 0;
  let dieAt = Infinity;
  const broken: Promise<unknown>[] = [];
  prototype._query = function (connection, statement) {
    count += 1;
    if (count < dieAt) return send.call(this, connection, statement);
    const { stream } = connection.connection;
    if (!stream.destroyed) broken.push(once(stream, 'close'));
    stream.destroy();
    return Promise.reject(new Error('the process was killed'));
  };
  return {
    /** Number of statements sent since the last `revive`. */
    sent: () => count,
    /** Crashes instead of sending this statement, counted from 1. */
    killAt(statement: number) {
      count = 0;
      dieAt = statement;
    },
    /** Starts the next process, once the connections of the dead one are closed. */
    async revive() {
      // a statement that was waiting meanwhile may break another connection
      while (broken.length > 0) {
        await Promise.all(broken.splice(0));
        await turn();
      }
      count = 0;
      dieAt = Infinity;
    },
    /** Removes the kill switch. */
    restore() {
      prototype._query = send;
    },
  };
}

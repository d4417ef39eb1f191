import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { database } from '#domain/platform/database.ts';

interface PgConnection {
  readonly connection: { readonly stream: Socket };
}
type Send = (connection: PgConnection, statement: unknown) => Promise<unknown>;

/**
 * Lets a test kill "the process" between two statements: its connections break off, as they do when a process dies, and nothing more of what
 * was under way reaches the store, until `revive`.
 */
export function mortalProcess() {
  const prototype = Object.getPrototypeOf(database().client) as { _query: Send };
  const send = prototype._query;
  let count = 0;
  let dieAt = Infinity;
  let broken: Promise<unknown>[] = [];
  prototype._query = function (connection, statement) {
    count += 1;
    if (count < dieAt) return send.call(this, connection, statement);
    const { stream } = connection.connection;
    if (!stream.destroyed) broken.push(once(stream, 'close'));
    stream.destroy();
    return Promise.reject(new Error('the process was killed'));
  };
  return {
    /** Statements sent since the last `revive`. */
    sent: () => count,
    /** Dies instead of sending the statement of this number, from 1. */
    killAt(statement: number) {
      count = 0;
      dieAt = statement;
    },
    /** Another process takes over, when the connections of the dead one are gone. */
    async revive() {
      await Promise.all(broken);
      await turn();
      broken = [];
      count = 0;
      dieAt = Infinity;
    },
    /** Makes the process immortal again. */
    restore() {
      prototype._query = send;
    },
  };
}

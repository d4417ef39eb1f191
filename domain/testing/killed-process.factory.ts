import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { database } from '#domain/platform/database.ts';

interface PgConnection {
  readonly connection: { readonly stream: Socket };
}
interface Statement {
  readonly sql: string;
  readonly response?: { readonly command: string; readonly rowCount: number | null };
}
/** Statements that only lock change nothing. */
const WRITES = /(?<!for |for no key )\b(insert|update|delete)\b/i;
type Send = (connection: PgConnection, statement: Statement) => Promise<Statement>;

/**
 * Lets a test kill "the process" between two statements: its connections break, as in a crash, and no further statement reaches the
 * database until `revive`. Crashes with no lasting change between them have the same result, so `killAfter` needs only one of them.
 */
export function killableProcess() {
  const prototype = Object.getPrototypeOf(database().client) as { _query: Send };
  const send = prototype._query;
  let changes = 0;
  let dieAfter = Infinity;
  let isDead = false;
  const broken: Promise<unknown>[] = [];
  /** Whether the open transaction of a connection has written. */
  const open = new WeakMap<PgConnection, boolean>();
  const noteChange = (connection: PgConnection, { sql, response }: Statement): void => {
    // by its text: `with … update … select` answers SELECT, and the count of `with` is that of its last part
    const wrote = WRITES.test(sql) && (response?.rowCount !== 0 || /^\s*with\b/i.test(sql));
    if (response?.command === 'BEGIN') open.set(connection, false);
    else if (/^(COMMIT|ROLLBACK);?$/.test(sql)) {
      if (response?.command === 'COMMIT' && open.get(connection)) changes += 1;
      open.delete(connection);
    } else if (wrote && open.has(connection)) open.set(connection, true);
    else if (wrote) changes += 1;
  };
  prototype._query = async function (connection, statement) {
    if (changes < dieAfter) {
      const answered = await send.call(this, connection, statement);
      noteChange(connection, answered);
      return answered;
    }
    isDead = true;
    const { stream } = connection.connection;
    if (!stream.destroyed) broken.push(once(stream, 'close'));
    stream.destroy();
    throw new Error('the process was killed');
  };
  return {
    /**
     * Crashes before the statement that follows this many lasting changes: commits, single statements that write, and changes reported by
     * `changedElsewhere`.
     */
    killAfter(lasting: number) {
      changes = 0;
      dieAfter = lasting;
    },
    /** Reports a lasting change outside the database. */
    changedElsewhere() {
      changes += 1;
    },
    /** Whether it has crashed since the last `revive`. */
    isDead: () => isDead,
    /** Starts the next process, once the connections of the dead one are closed. */
    async revive() {
      // a statement that was waiting meanwhile may break another connection
      while (broken.length > 0) {
        await Promise.all(broken.splice(0));
        await turn();
      }
      dieAfter = Infinity;
      isDead = false;
    },
    /** Removes the kill switch. */
    restore() {
      prototype._query = send;
    },
  };
}

import { createHash } from 'node:crypto';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { assertAccepted } from '#domain/platform/accepted-price.ts';
import { claimAct, unclaimAct } from '#domain/platform/acts/act.ts';
import { shareConnections } from '#domain/platform/connection-share.ts';
import { logger } from '#domain/platform/logger.ts';
import { socketFor } from '#domain/platform/network/outgoing.ts';
import { assertConnected } from '#domain/platform/ports.ts';
import { forgetFailedStatements, noteFailedStatement } from '#domain/platform/storage/storage-full.ts';

// counts and identities fit a double here; dates stay Date. int8 as a string would break every comparison.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Without this, knex writes warnings to the console instead of the log. */
const knexWarning = (message: unknown) => logger().warn({ knex: String(message) }, 'store');

let connection: Knex | null = null;
const forgetters = new Set<() => void>([forgetFailedStatements]);

/**
 * Registers a function that clears a process-wide cache or port when the process disconnects: with the next database it would be wrong.
 * Every cache and port must register; tests share a process but have a database each.
 */
export const onDisconnect = (forget: () => void): void => void forgetters.add(forget);

/**
 * Connects the process to Postgres. One pool per process.
 * @param url postgres:// address
 * @param options `poolMax`: maximum number of connections; `statementTimeoutMs`: cancels a runaway statement; `acquireMs`: how long to wait
 * for a connection
 */
export function connectDatabase(
  url: string,
  options: { poolMax: number; statementTimeoutMs?: number; applicationName?: string; acquireMs?: number },
): Knex {
  connection = knexFactory({
    client: 'pg',
    connection: {
      connectionString: url,
      keepAlive: true,
      stream: () => socketFor('database'),
      application_name: options.applicationName ?? 'coursewright',
      statement_timeout: options.statementTimeoutMs ?? 30_000,
      idle_in_transaction_session_timeout: 30_000,
    },
    pool: { min: 0, max: options.poolMax },
    acquireConnectionTimeout: options.acquireMs ?? 10_000,
    asyncStackTraces: false,
    // error messages are logged: they must not contain bound values
    compileSqlOnError: false,
    log: { warn: knexWarning, error: knexWarning, deprecate: knexWarning, debug: () => undefined },
  });
  connection.on('query-error', noteFailedStatement);
  shareConnections(connection, options.poolMax);
  return connection;
}

/** Returns the process's connection. @throws before `connectDatabase`, and while the ports of a loaded feature are not connected */
export function database(): Knex {
  if (!connection) throw new Error('connectDatabase() has not been called');
  assertConnected();
  return connection;
}

/** Registers a listener for every statement this process sends. */
export function onStatement(listener: () => void): void {
  database().on('query', listener);
}

export async function disconnectDatabase(): Promise<void> {
  await connection?.destroy();
  connection = null;
  for (const forget of forgetters) forget();
}

/** Names of prepared statements, by their text. */
const names = new Map<string, string>();

/**
 * Runs a frequent statement as a prepared one: each connection parses and plans it once, which costs more than running it. Variable values
 * must be bound, never part of the text.
 */
export function prepared(store: Knex, sql: string, bindings: Knex.ValueDict | readonly Knex.RawBinding[]): Knex.Raw {
  const name = names.get(sql) ?? createHash('sha1').update(sql).digest('base64url');
  names.set(sql, name);
  return store.raw(sql, bindings).options({ name });
}

/**
 * Runs `work` in one transaction, which has committed when this resolves. A transaction that reserves more tokens than its caller has
 * accepted never commits. If the request is an act of a device, its first transaction claims the act, which is thus applied once.
 * @throws ProductError price.changed; act.applied
 */
export function transact<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return database().transaction(async (trx) => {
    try {
      await claimAct(trx);
      const done = await work(trx);
      assertAccepted(trx);
      return done;
    } catch (error) {
      unclaimAct(trx);
      throw error;
    }
  });
}

/**
 * SQLSTATEs of temporary failures: connection lost, server stopping or starting, too many connections, disk or memory full, a failing disk,
 * deadlock or serialisation failure. The same statement may succeed soon.
 */
const AWAY = /^(08...|57P0[1-5]|53[0-3]00|58030|40001|40P01)$/;
/** Network errors with the same meaning. */
const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'];

const UNIQUE_VIOLATION = '23505';

/**
 * Tells whether a statement was rejected because its row already exists: a concurrent statement was first, or it was repeated.
 * @param constraint the key or index that rejected it; default: any
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const refused = error as { code?: string; constraint?: string } | null;
  return refused?.code === UNIQUE_VIOLATION && (constraint === undefined || refused.constraint === constraint);
}

/**
 * Tells whether an error means that the database is temporarily unavailable (restart, lost connection, full disk), rather than that the
 * statement is wrong.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    AWAY.test(code) ||
    UNREACHABLE.includes(code) ||
    /connection (terminated|ended|error)|timeout acquiring a connection|server closed the connection|not queryable/i.test(error.message)
  );
}

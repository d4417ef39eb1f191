import type { Client } from 'pg';
import { ConfigError } from './config.ts';
import { database, isDatabaseUnavailable } from './database.ts';

/** SQLSTATE of PgBouncer's answer to a startup setting that it does not forward. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Refuses a connection pooler behind DATABASE_URL. In transaction mode, PgBouncer silently loses notifications (LISTEN), session advisory
 * locks and prepared statements. It is recognised by its cancellation keys: it gives each client its own, so the process id in it is not
 * the server's. An unreachable database is not refused.
 * @throws ConfigError when there is a pooler
 */
export async function refusePooler(): Promise<void> {
  const refused = new ConfigError(
    'DATABASE_URL points to a connection pooler such as PgBouncer. The product needs its own sessions (LISTEN, advisory locks, ' +
      'prepared statements) and pools its connections itself: set the address of PostgreSQL, and DATABASE_POOL for fewer connections.',
  );
  const { client } = database();
  let connection: Client & { readonly processID: number };
  try {
    connection = await client.acquireConnection();
  } catch (error) {
    if ((error as { code?: string }).code === PROTOCOL_VIOLATION) throw refused;
    if (isDatabaseUnavailable(error)) return;
    throw error;
  }
  try {
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (rows[0]!.pid !== connection.processID) throw refused;
  } finally {
    await client.releaseConnection(connection);
  }
}

import pg from 'pg';
import { runMigrations } from 'bullmq';

/** The Postgres schema of BullMQ's own tables, apart from the product's. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * Migrates BullMQ's schema to the version that this code needs, because BullMQ connections do not. Idempotent, and safe from several
 * processes at once, because BullMQ holds an advisory lock. Redis needs no migration.
 * @param databaseUrl postgres:// address of the product's database
 */
export async function migrateQueueStore(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // a connection that breaks during a query also rejects that query; without a listener its error event would end the process
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}

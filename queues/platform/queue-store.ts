import pg from 'pg';
import { runMigrations } from 'bullmq';

/** Where BullMQ's own tables live, apart from the product's. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * Brings BullMQ's schema to the version this code needs. Idempotent, and safe from several processes at once: BullMQ holds an advisory
 * lock. BullMQ connections do not migrate by themselves. Redis needs nothing of the kind.
 * @param databaseUrl postgres:// address of the product's database
 */
export async function migrateQueueStore(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // a connection that breaks while a query runs also rejects that query; without a listener the event would end the process
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { disconnectDatabase } from '#domain/platform/database.ts';
import { migrateToLatest } from '#domain/platform/migrate.ts';
import { connectWithEngine } from '../scripts/with-engine.ts';
import { startStore } from '../start/store/start-store.mjs';

/**
 * Runs a measurement on a separate durable Postgres, migrated and connected like the product's, and deletes it afterwards.
 * @param poolMax maximum number of connections
 */
export async function onBenchStore(poolMax: number, measure: (store: { url: string; knex: Knex }) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'coursewright-bench-'));
  const store = await startStore({ dir: path.join(dir, 'store') });
  try {
    setConfig(readConfig({ DATABASE_URL: store.url, DATA_DIR: dir, LOG_LEVEL: 'silent' }));
    const knex = await connectWithEngine(store.url, { poolMax });
    await migrateToLatest(knex);
    await measure({ url: store.url, knex });
  } finally {
    await disconnectDatabase();
    await store.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

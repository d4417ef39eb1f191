import pg from 'pg';
import { readRecord } from '#ops/start/run-record.mjs';
import { installation } from './installation.ts';

/** Queries the store of the installation under test for data that no page shows, such as ledger entries. */
export async function rowsOfStore(statement: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: readRecord(installation().stackDir)!.databaseUrl! });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

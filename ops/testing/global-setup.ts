import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import knexFactory from 'knex';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#domain/platform/migrate.ts';
import { migrateQueueStore } from '#queues/platform/queue-store.ts';
import { startStore } from '../start/store/start-store.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated template database; never connect to it, clone it. */
    templateUrl: string;
  }
}

/** Starts a throw-away Postgres, migrates a template database in it, and stops it when all tests are done. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'coursewright-test-'));
  const store = await startStore({ dir: path.join(dir, 'store'), ephemeral: true });
  const admin = knexFactory({ client: 'pg', connection: store.url, pool: { min: 0, max: 1 } });
  await admin.raw('create database template_course');
  await admin.destroy();
  const templateUrl = new URL(store.url);
  templateUrl.pathname = '/template_course';
  const template = knexFactory({ client: 'pg', connection: templateUrl.href, pool: { min: 0, max: 2 } });
  await migrateToLatest(template);
  await migrateQueueStore(templateUrl.href);
  await template.destroy();
  project.provide('templateUrl', templateUrl.href);
  return async () => {
    await store.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}

import { config } from '#domain/platform/config.ts';
import { enterNames, migrateToLatest, pendingMigrations } from '#domain/platform/migrate.ts';
import { migrateQueueStore } from '#queues/platform/queue-store.ts';
import { scenarioOf } from '../seeds/scenarios.ts';
import { runWithDatabase } from './with-database.ts';

// Prepares the store for this version of the product: schema, the queues' own tables, and the named scenarios (the launcher names
// 'sample-accounts' in development). It runs on every start, so it checks before it works.
await runWithDatabase(async (names, knex) => {
  const queues = migrateQueueStore(config().databaseUrl);
  // an unavailable database fails both: the first error is reported, the other must not end the process with a stack trace
  queues.catch(() => undefined);
  const pending = await pendingMigrations(knex);
  if (pending.length > 0) for (const name of await migrateToLatest(knex)) console.log(`applied  ${name.split('/').at(-1)}`);
  else await enterNames(knex);
  await queues;
  for (const name of names) for (const line of await scenarioOf(name).seed()) console.log(line);
});

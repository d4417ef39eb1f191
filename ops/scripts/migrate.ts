import { migrateToLatest, undoNewestMigration } from '#domain/platform/migrate.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

// npm run migrate: brings the schema to the newest version. With --down: undoes the newest one. Prints the names.
await runWithDatabase(async (words, knex) => {
  const down = words.includes('--down');
  const unknown = words.find((word) => word !== '--down');
  if (unknown) throw new ScriptError(`There is no option '${unknown}'. Use: npm run migrate [-- --down]`);
  const names = down ? await undoNewestMigration(knex) : await migrateToLatest(knex);
  for (const name of names) console.log(`${down ? 'undone' : 'applied'}  ${name.split('/').at(-1)}`);
  if (names.length === 0) console.log(down ? 'There is no migration to undo.' : 'The schema is at the newest version.');
});

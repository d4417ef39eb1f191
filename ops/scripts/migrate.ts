import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrateToLatest, newestMigration, undoNewestMigration } from '#domain/platform/migrate.ts';
import { DATA_MODEL, dataModelText } from './data-model.ts';
import { outOfOrder } from './out-of-order.ts';
import { ScriptError } from './run-script.ts';
import { schemaText } from './schema-text.ts';
import { runWithDatabase } from './with-database.ts';

const OPTIONS = ['--down', '--schema'];
const SCHEMA_FILE = fileURLToPath(new URL('../../migrations/schema.sql', import.meta.url));

// npm run migrate: migrates the schema to the newest version and prints the names. With --down: reverts the newest migration. With --schema:
// also writes the whole schema to a file, for review, and the tables of docs/data-model.md.
await runWithDatabase(async (words, knex) => {
  const [option] = words;
  const unknown = words.find((word) => !OPTIONS.includes(word)) ?? words[1];
  if (unknown) throw new ScriptError(`There is no option '${unknown}'. Use: npm run migrate [-- ${OPTIONS.join(' | ')}]`);
  const down = option === '--down';
  const newest = await newestMigration(knex);
  const names = down ? await undoNewestMigration(knex) : await migrateToLatest(knex);
  for (const name of names) console.log(`${down ? 'undone' : 'applied'}  ${name.split('/').at(-1)}`);
  if (names.length === 0) console.log(down ? 'There is no migration to undo.' : 'The schema is at the newest version.');
  if (!down) for (const line of outOfOrder(names, newest)) console.log(line);
  if (option !== '--schema') return;
  writeFileSync(SCHEMA_FILE, await schemaText(knex));
  writeFileSync(DATA_MODEL, await dataModelText(knex));
  console.log('written  migrations/schema.sql\nwritten  docs/data-model.md');
});

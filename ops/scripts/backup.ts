import path from 'node:path';
import { makeBackup } from '../backup/make-backup.ts';
import { config } from '#domain/platform/config.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

// npm run backup -- <folder>: backs up the running installation into an empty folder
await runWithDatabase(async ([folder], knex) => {
  if (!folder) throw new ScriptError('Name the target folder: npm run backup -- <empty folder>', { exitCode: 2 });
  const to = path.resolve(folder);
  const { tables, media } = await makeBackup(knex, { to, dataDir: config().dataDir });
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${to}: ${rows} rows of ${Object.keys(tables).length} tables, ${media.length} files. It contains secrets: protect it like them.`,
  );
});

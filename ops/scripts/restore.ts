import path from 'node:path';
import { restoreBackup } from '../backup/restore-backup.ts';
import { config } from '#domain/platform/config.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

// npm run restore -- <folder> [--replace]: restores a backup into a migrated store; --replace deletes the existing data
await runWithDatabase(async (words, knex) => {
  const folder = words.find((word) => word !== '--replace');
  if (!folder) throw new ScriptError('Name the folder of the backup: npm run restore -- <folder> [--replace]', { exitCode: 2 });
  const from = path.resolve(folder);
  const { tables, media, made_at } = await restoreBackup(knex, { from, dataDir: config().dataDir, replace: words.includes('--replace') });
  console.log(
    `${Object.keys(tables).length} tables of ${made_at} are restored with matching checksums, and ${media.length} files. Start the processes now.`,
  );
});

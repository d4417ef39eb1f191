import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureGenerated } from '../start/packages/packages.mjs';
import { API_PAGE, apiPage, clientTypes, scopeTable } from './program-interface.ts';
import { runScript } from './run-script.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

// npm run client: makes the files that are not in the repository (the client's types, docs/index.md), and writes the tables of docs/api.md.
//   --missing         makes the files only
//   --scopes          prints which scope opens which endpoint, and writes nothing
//   --schema <file>   writes the client's types to this file, and nothing else
await runScript(async (words) => {
  if (words.includes('--scopes')) return void process.stdout.write(scopeTable());
  if (words[0] === '--schema' && words[1]) return writeFileSync(words[1], await clientTypes());
  await ensureGenerated(ROOT, process.execPath);
  if (words.includes('--missing')) return;
  writeFileSync(API_PAGE, apiPage());
  console.log('clients/typescript/schema.ts, docs/index.md and the tables of docs/api.md are up to date.');
});

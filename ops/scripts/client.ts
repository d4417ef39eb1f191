import { writeFileSync } from 'node:fs';
import { API_PAGE, apiPage, clientTypes, SCHEMA, scopeTable } from './program-interface.ts';
import { runScript } from './run-script.ts';

// npm run client: writes what programs see of the contract: the types of the client, and the tables of docs/api.md. With --scopes it prints which
// scope opens which endpoint, and writes nothing.
await runScript(async (words) => {
  if (words.includes('--scopes')) return void process.stdout.write(scopeTable());
  writeFileSync(SCHEMA, await clientTypes());
  writeFileSync(API_PAGE, apiPage());
  console.log('Wrote clients/typescript/schema.ts and the tables of docs/api.md.');
});

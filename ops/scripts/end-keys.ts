import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { userInfo } from 'node:os';
import { endLeakedKeys } from '#domain/identity/api-keys/leaked-key.commands.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

// npm run end-keys -- <file>, or - for standard input: revokes the API keys that a scanner has found, one per line, anywhere in the line.
// Each owner is told by mail; audited under the system user's name. Only counts are printed.
await runWithDatabase(async ([file, ...others]) => {
  if (!file || others.length > 0)
    throw new ScriptError('Name a file with one key per line: npm run end-keys -- <file>, or - for standard input');
  const input = file === '-' ? process.stdin : createReadStream(file);
  const failed = new Promise<never>((_, reject) => {
    input.once('error', ({ code }: NodeJS.ErrnoException) => reject(new ScriptError(`The file cannot be read: ${code ?? 'no answer'}.`)));
  });
  const lines = createInterface({ input, crlfDelay: Infinity });
  const { ended, before, unknown, none } = await Promise.race([endLeakedKeys(lines, { actor: `script:${userInfo().username}` }), failed]);
  console.log(`${ended} revoked, ${before} already revoked, ${unknown} unknown here, ${none} lines without a key.`);
});

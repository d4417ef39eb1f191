import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { ScriptError } from './run-script.ts';

/**
 * Checks whether a file can be written, without touching it. An existing file will be replaced, as by `cp` and `>`.
 * @throws ScriptError for a folder, for a missing parent folder, and without write permission
 */
export function assertWritable(file: string): void {
  const folder = path.dirname(path.resolve(file));
  if (!existsSync(folder)) throw new ScriptError(`--out ${file}: there is no folder ${folder}.`);
  if (!statSync(folder).isDirectory()) throw new ScriptError(`--out ${file}: ${folder} is not a folder.`);
  if (existsSync(file) && statSync(file).isDirectory()) throw new ScriptError(`--out ${file} is a folder; name a file in it.`);
  try {
    accessSync(existsSync(file) ? file : folder, constants.W_OK);
  } catch {
    throw new ScriptError(`--out ${file} cannot be written.`);
  }
}

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { ScriptError } from './run-script.ts';

/**
 * Whether a file can be written where it was asked for, without touching it. One that is there will be replaced, as `cp` and `>` do.
 * @throws ScriptError for a folder, for a folder that is not there, and without the right to write
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

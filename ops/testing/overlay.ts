import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Creates a tree that equals this checkout except for some files, in a temporary folder that the caller deletes. */
export function overlay(changed: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(path.join(tmpdir(), 'coursewright-overlay-'));
  const put = (at: string) => {
    const within = Object.keys(changed).filter((file) => file.startsWith(at === '' ? '' : `${at}/`));
    for (const { name } of readdirSync(path.join(ROOT, at), { withFileTypes: true })) {
      const file = path.posix.join(at, name);
      if (changed[file] !== undefined) writeFileSync(path.join(tree, file), changed[file]);
      else if (within.some((one) => one.startsWith(`${file}/`))) {
        mkdirSync(path.join(tree, file));
        put(file);
      } else symlinkSync(path.join(ROOT, file), path.join(tree, file));
    }
  };
  put('');
  return tree;
}

/** Returns a file of this checkout with an additional line after the beginning of a table. */
export function withLine(file: string, table: string, line: string): string {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  if (!text.includes(table)) throw new Error(`${file} has no line '${table}'`);
  const at = text.indexOf('\n', text.indexOf(table)) + 1;
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

/** Returns the compiler's output for a project in such a tree; the project's file is written first, if given. */
export async function compilerOn(tree: string, project: string, options?: object): Promise<string> {
  if (options) writeFileSync(path.join(tree, project), JSON.stringify(options));
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const words = [tsc, '-p', project, '--pretty', 'false', '--noEmit', '--preserveSymlinks', '--checkers', '1'];
  return promisify(execFile)(process.execPath, words, { cwd: tree, maxBuffer: 32_000_000 }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

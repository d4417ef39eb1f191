import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPath } from './processes/child.mjs';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'coursewright-none-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script through with-store.mjs, as `npm run` does. */
function run(script: string, dataDir: string, words: string[] = []): Promise<{ code: number; err: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PUBLIC_ORIGIN: '', NODE_ENV: '' };
  return new Promise((resolve) => {
    execFile(process.execPath, [startPath('with-store.mjs'), script, ...words], { env }, (error, _out, err) =>
      resolve({ code: Number(error?.code ?? 0), err }),
    );
  });
}

describe('a script without an installation', () => {
  it.each(['seed', 'grant', 'contract', 'migrate'])('%s reports it in one line and creates no folder', async (script) => {
    const dataDir = path.join(folder, 'mistyped');
    const { code, err } = await run(`ops/scripts/${script}.ts`, dataDir);
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toEqual([
      `There is no database in ${dataDir}: \`npm start\` creates one, or name one with DATA_DIR=… or DATABASE_URL=….`,
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('gets its own empty store when the schema is requested', async () => {
    const dataDir = path.join(folder, 'mistyped');
    const { code, err } = await run('ops/scripts/migrate.ts', dataDir, ['--schema', 'again']);
    // the script was reached: it refuses the second word
    expect([code, err]).toEqual([1, expect.stringContaining("There is no option 'again'")]);
    expect(existsSync(dataDir)).toBe(false);
  });
});

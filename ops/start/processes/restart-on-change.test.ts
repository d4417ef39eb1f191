import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { restartOnChange } from './restart-on-change.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'changes '));
  mkdirSync(path.join(root, 'api/notes'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const save = (...files: string[]) => {
  for (const file of files) writeFileSync(path.join(root, file), '');
};

it('a process restarts once for files that are saved together, and not for a test, or for a file that it does not read', async () => {
  const restart = vi.fn(async () => {});
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  restartOnChange(root, ['api', 'not-there'], { name: 'api', ends: () => 0, restart, stop: async () => {} });
  save('api/notes/notes.test.ts', 'api/notes/notes.png');
  save('api/notes/notes.routes.ts', 'api/notes/notes.md', 'api/static.ts');
  await expect.poll(() => restart.mock.calls.length).toBe(1);
  expect(written).toHaveBeenCalledWith('  api/static.ts changed: api starts again\n');
  save('api/notes/notes.json');
  await expect.poll(() => restart.mock.calls.length).toBe(2);
  written.mockRestore();
});

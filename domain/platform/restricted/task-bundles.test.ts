import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { BUNDLED_FROM, hashOf, readTaskBundles, TASK_BUNDLES } from './task-bundles.mjs';

const TASK = 'domain/lists/read-list.task.ts';
let root: string;
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'coursewright-bundles-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  write(TASK, 'reads');
  write('node_modules/lists/package.json', '{ "version": "1.0.0" }');
  const inputs = Object.fromEntries([TASK, 'node_modules/lists/package.json'].map((file) => [file, hashOf(path.join(root, file))]));
  write(path.join(TASK_BUNDLES, BUNDLED_FROM), JSON.stringify({ folder: 'one', programs: { [TASK]: 'read-list.mjs' }, inputs }));
});

it('a task is run from its bundle', () => {
  expect([...readTaskBundles(root)]).toEqual([[TASK, path.join(root, TASK_BUNDLES, 'one/read-list.mjs')]]);
});

it.each([
  ['a source has changed', TASK, 'reads more'],
  ['a package has another version', 'node_modules/lists/package.json', '{ "version": "1.0.1" }'],
  ['half of it was written', path.join(TASK_BUNDLES, BUNDLED_FROM), '{ "folder": "one", "prog'],
])('and from its source when %s', (_, file, text) => {
  write(file, text);
  expect([...readTaskBundles(root)]).toEqual([]);
});

it('or when one is missing, or nothing was bundled', () => {
  rmSync(path.join(root, TASK));
  expect([...readTaskBundles(root)]).toEqual([]);
  rmSync(path.join(root, TASK_BUNDLES), { recursive: true });
  expect([...readTaskBundles(root)]).toEqual([]);
});

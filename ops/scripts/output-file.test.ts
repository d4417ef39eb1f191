import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertWritable } from './output-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'coursewright-out-'));
  mkdirSync(path.join(folder, 'inner'));
  writeFileSync(path.join(folder, 'old.md'), 'old');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the output file of a course', () => {
  it('may be new or exist, and is not touched before the course is there', () => {
    for (const name of ['new.md', 'old.md', 'inner/new.md']) expect(() => assertWritable(path.join(folder, name))).not.toThrow();
    expect(readFileSync(path.join(folder, 'old.md'), 'utf8')).toBe('old');
  });

  it.each([
    ['inner', /is a folder/],
    ['nowhere/new.md', /there is no folder/],
    ['old.md/new.md', /is not a folder/],
  ])('%s is refused at the start', (name, message) => {
    expect(() => assertWritable(path.join(folder, name))).toThrow(message);
  });
});

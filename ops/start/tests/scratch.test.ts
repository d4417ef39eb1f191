import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeScratch, scratchParent } from './scratch.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the parent of what tests throw away', () => {
  it('is the folder the user chose', () => {
    vi.stubEnv('TMPDIR', '/var/tmp');
    expect(scratchParent()).toBe('/var/tmp');
  });

  it('is not memory when there is little', () => {
    vi.stubEnv('TMPDIR', undefined);
    vi.spyOn(os, 'freemem').mockReturnValue(2 ** 30);
    expect(scratchParent()).toBe(os.tmpdir());
  });
});

it('a test run removes what one that was killed an hour ago has left, and nothing else', () => {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'scratch-'));
  const running = makeScratch(parent);
  const killed = makeScratch(parent);
  const other = path.join(parent, 'other');
  mkdirSync(other);
  const longAgo = Date.now() / 1000 - 3_700;
  for (const folder of [killed, other]) utimesSync(folder, longAgo, longAgo);
  makeScratch(parent);
  expect([running, killed, other].map((folder) => existsSync(folder))).toEqual([true, false, true]);
  rmSync(parent, { recursive: true });
});

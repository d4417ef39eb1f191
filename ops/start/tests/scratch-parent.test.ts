import os from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { scratchParent } from './scratch-parent.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('is the folder the user chose', () => {
  vi.stubEnv('TMPDIR', '/var/tmp');
  expect(scratchParent()).toBe('/var/tmp');
});

it('is not memory when there is little', () => {
  vi.stubEnv('TMPDIR', undefined);
  vi.spyOn(os, 'freemem').mockReturnValue(2 ** 30);
  expect(scratchParent()).toBe(os.tmpdir());
});

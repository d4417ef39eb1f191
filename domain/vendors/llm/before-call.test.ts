import { expect, it } from 'vitest';
import { BEES, JSON_BEES, useScriptedCalls } from './scripted-call.factory.ts';
import { says } from './scripted-vendor.factory.ts';

const { at, ask, lane } = useScriptedCalls();

it('a caller that has lost its step in the meantime makes no call, and its allowance is released', async () => {
  at.vendor.play(says(JSON_BEES));
  expect((await ask()).value).toEqual(BEES);
  const before = await lane();
  const lost = new Error('somebody else has taken over');
  await expect(ask({ beforeCall: () => Promise.reject(lost) })).rejects.toBe(lost);
  expect(at.vendor.bodies).toHaveLength(1);
  const after = await lane();
  expect(after!.request_level).toBeGreaterThanOrEqual(before!.request_level);
  expect(after!.token_level).toBeGreaterThanOrEqual(before!.token_level);
});

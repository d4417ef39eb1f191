import * as argon2 from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { checkPassword, hashPassword } from './password.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});
const verified = vi.mocked(argon2.verify);
/** Returns algorithm, version and cost of a PHC string. */
const work = (phc: unknown) => String(phc).split('$').slice(1, 4);

it('a password is checked', async () => {
  const stored = await hashPassword('right');
  expect(await checkPassword('right', stored)).toBe(true);
  expect(await checkPassword('wrong', stored)).toBe(false);
});

it('an account that is not there costs the same check as one that is: one argon2id at the same cost, and is never right', async () => {
  const stored = await hashPassword('right');
  verified.mockClear();
  await checkPassword('wrong', stored);
  for (const nobody of [undefined, null]) expect(await checkPassword('right', nobody)).toBe(false);
  expect(verified).toHaveBeenCalledTimes(3);
  const [known, ...unknown] = verified.mock.calls.map(([phc]) => work(phc));
  expect(known).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect(unknown).toEqual([known, known]);
});

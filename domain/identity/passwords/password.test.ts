import { verify } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { checkPassword, HASH_COST, hashPassword, setHashCost } from './password.ts';

it('a password is checked', async () => {
  const stored = await hashPassword('right');
  expect(await checkPassword('right', stored)).toBe(true);
  expect(await checkPassword('wrong', stored)).toBe(false);
});

it('a missing account costs the same check as an existing one: one argon2id at the same cost, and is never right', async () => {
  setHashCost(HASH_COST);
  const stored = await hashPassword('right');
  const costs: string[][] = [];
  const check: typeof verify = (hash, password) => {
    // algorithm, version and cost of a PHC string
    costs.push(String(hash).split('$').slice(1, 4));
    return verify(hash, password);
  };
  await checkPassword('wrong', stored, check);
  for (const missing of [undefined, null]) expect(await checkPassword('right', missing, check)).toBe(false);
  const [known, ...unknown] = costs;
  expect(known).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect(unknown).toEqual([known, known]);
});

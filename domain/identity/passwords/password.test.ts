import { verify } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { withinShare } from '#domain/platform/connection-share.ts';
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

it('hundreds of networks that know their passwords delay nobody else: a stranger elsewhere is next, a known device before', async () => {
  setHashCost({ memoryCost: 64, timeCost: 2, parallelism: 1 });
  const stored = await hashPassword('right');
  const begun: string[] = [];
  const release = Promise.withResolvers<void>();
  const signIn = (name: string, levels: readonly string[], isKnown = false) =>
    withinShare({ levels, isKnown }, () =>
      checkPassword('right', stored, async (known, password) => {
        begun.push(name);
        await release.promise;
        return verify(known, password);
      }),
    );
  const hostile = Promise.allSettled(
    Array.from({ length: 320 }, (_, at) => signIn('hostile', ['2001:db8::/32', '2001:db8:1::/48', `${at}`])),
  );
  const honest = [signIn('stranger', ['203.0.113.0/24', '203.0.113.7']), signIn('device', ['device ada'], true)];
  await expect.poll(() => begun).toEqual(['hostile', 'hostile']);
  release.resolve();
  expect(await Promise.all(honest)).toEqual([true, true]);
  expect(begun.slice(0, 4).toSorted()).toEqual(['device', 'hostile', 'hostile', 'stranger']);
  const refused = (await hostile).filter((one) => one.status === 'rejected').map(({ reason }) => [reason.code, reason.data.retryAfterS]);
  expect([refused.length > 10, ...new Set(refused.map(String))]).toEqual([true, 'limits.rate,5']);
});

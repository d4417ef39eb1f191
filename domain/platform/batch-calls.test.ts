import { expect, it } from 'vitest';
import { batchCalls } from './batch-calls.ts';

const groups: string[][] = [];
const double = batchCalls(
  (text: string) => text[0]!,
  async (texts) => {
    groups.push([...texts]);
    if (texts.includes('x1')) throw new Error('not these');
    return texts.map((text) => text + text);
  },
);

it('calls of one turn are batched, and each gets its own result', async () => {
  groups.length = 0;
  expect(await Promise.all(['a1', 'b1', 'a2'].map(double))).toEqual(['a1a1', 'b1b1', 'a2a2']);
  expect(groups).toEqual([['a1', 'a2'], ['b1']]);
  expect(await double('a3')).toBe('a3a3');
  expect(groups).toHaveLength(3);
});

it('a failure affects its group only', async () => {
  const [lost, alsoLost, good] = await Promise.allSettled(['x1', 'x2', 'c1'].map(double));
  expect([lost?.status, alsoLost?.status, good?.status]).toEqual(['rejected', 'rejected', 'fulfilled']);
});

it('sequentially: calls made while a batch is running form the next one', async () => {
  const begun: number[][] = [];
  const ends: (() => void)[] = [];
  const echo = batchCalls(
    () => '',
    (items: readonly number[]) => {
      begun.push([...items]);
      return new Promise<readonly number[]>((resolve, reject) =>
        ends.push(() => (items[0] === 2 ? reject(new Error('no')) : resolve(items))),
      );
    },
    { isSequential: true },
  );
  const first = echo(1);
  await expect.poll(() => begun).toEqual([[1]]);
  const others = Promise.allSettled([echo(2), echo(3)]);
  ends.shift()!();
  expect(await first).toBe(1);
  await expect.poll(() => begun).toEqual([[1], [2, 3]]);
  const last = echo(4);
  ends.shift()!();
  expect((await others).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect.poll(() => begun).toEqual([[1], [2, 3], [4]]);
  ends.shift()!();
  expect(await last).toBe(4);
  const alone = echo(5);
  await expect.poll(() => begun.at(-1)).toEqual([5]);
  ends.shift()!();
  expect(await alone).toBe(5);
});

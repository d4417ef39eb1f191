import { describe, expect, it } from 'vitest';
import { handleDueRows } from './handle-due-rows.ts';

/** A queue of numbers whose claims are counted. */
function queueOf(rows: number[]) {
  let claims = 0;
  const claim = async () => {
    claims += 1;
    return rows.shift();
  };
  return { claim, claims: () => claims };
}

describe('due rows', () => {
  it('cost one claim when there are none', async () => {
    const { claim, claims } = queueOf([]);
    expect(await handleDueRows({ claim, handle: async () => {}, atOnce: 4, most: 100 })).toBe(0);
    expect(claims()).toBe(1);
  });

  it('are handled so many at once, and at most so many a call', async () => {
    const { claim } = queueOf([1, 2, 3, 4, 5, 6]);
    const handled: number[] = [];
    let running = 0;
    let together = 0;
    const handle = async (row: number) => {
      together = Math.max(together, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
      handled.push(row);
      return row % 2 === 0;
    };
    expect(await handleDueRows({ claim, handle, atOnce: 3, most: 5 })).toBe(2);
    expect([handled.toSorted(), together]).toEqual([[1, 2, 3, 4, 5], 3]);
  });

  it('are all handled before the failure of one is reported', async () => {
    const { claim } = queueOf([1, 2, 3]);
    const handled: number[] = [];
    const handle = async (row: number) => {
      if (row === 1) throw new Error('the first');
      await new Promise(setImmediate);
      handled.push(row);
    };
    await expect(handleDueRows({ claim, handle, atOnce: 2, most: 10 })).rejects.toThrow('the first');
    expect(handled).toEqual([2, 3]);
  });
});

import { describe, expect, it } from 'vitest';
import { forEachRow } from './for-each-row.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/a row could not be handled/);

describe('the rows of a pass', () => {
  it('are all handled even if one fails', async () => {
    const handled: number[] = [];
    await forEachRow('numbers', [1, 2, 3], async (row) => {
      if (row === 2) throw new Error('not this one');
      handled.push(row);
    });
    expect(handled).toEqual([1, 3]);
  });

  it('end the pass when the database is unavailable', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    await expect(forEachRow('numbers', [1, 2], () => Promise.reject(away))).rejects.toBe(away);
  });
});

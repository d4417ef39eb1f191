import { expect, it } from 'vitest';
import { lookup } from './lookup.ts';

it('has the listed keys, and none that every object has', () => {
  const table = lookup({ tea: 1, bread: 2 });
  expect(Object.entries(table)).toEqual([
    ['tea', 1],
    ['bread', 2],
  ]);
  expect(['tea', 'constructor', 'toString', 'valueOf', '__proto__'].map((word) => table[word])).toEqual([
    1,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect('hasOwnProperty' in table).toBe(false);
});

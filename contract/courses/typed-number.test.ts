import { expect, it } from 'vitest';
import { typedNumbers } from './typed-number.ts';

it.each([
  ['4.99', 4.99],
  ['4,99', 4.99],
  ['٤٫٩٩', 4.99],
  ['۴٫۹۹', 4.99],
  ['४.९९', 4.99],
  ['４．９９', 4.99],
  ['\u200f٤٫٩٩\u200e', 4.99],
  ['.5', 0.5],
  ['0,125', 0.125],
  ['12.', 12],
  ['+7', 7],
  ['007', 7],
  ['1 000', 1000],
  ['1\u202f000\u00a0000', 1_000_000],
  ["1'000.5", 1000.5],
  ['1’000', 1000],
  ['1_000', 1000],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1.234.567', 1_234_567],
  ['12,34,567', 1_234_567],
  ['١٬٢٣٤٫٥', 1234.5],
  ['-3', -3],
  ['−3', -3],
  ['– 3', -3],
  ['－３', -3],
  ['٣-', -3],
  ['−1½', -1.5],
  ['1/2', 0.5],
  ['1⁄2', 0.5],
  ['½', 0.5],
  ['2 3/4', 2.75],
  ['١/٤', 0.25],
  ['3e4', 30_000],
  ['3,2 × 10⁴', 32_000],
  ['3.2*10^-2', 0.032],
])('reads %s', (entry, value) => {
  expect(typedNumbers(entry)).toEqual([expect.closeTo(value, 12)]);
});

it.each(['', 'four', '4 apples', '1,2,3', '1 2', '1.2.3', '1/0', '5²', '--3', '4..9', '1,23,4.5', 'e4', '1e999', '٣٫٤٫٥', '12-5'])(
  'reads no number in “%s”',
  (entry) => {
    expect(typedNumbers(entry)).toEqual([]);
  },
);

it('gives both readings of a sign that is decimal in one country and thousands in another', () => {
  expect(typedNumbers('1,234')).toEqual([1.234, 1234]);
  expect(typedNumbers('1.234')).toEqual([1.234, 1234]);
  expect(typedNumbers('0,234')).toEqual([0.234]);
});

it.each([
  ['4,99 €', '€', [4.99]],
  ['€4.99', '€', [4.99]],
  ['-€5', '€', [-5]],
  ['€ -5', '€', [-5]],
  ['5 KG', 'kg', [5]],
  ['$5', '', [5]],
  ['5 kg', '', []],
  ['12%', '%', [12]],
  ['٪١٢', '%', [12]],
  ['１２％', '% of sales', [12]],
  ['12 %', 'kg', [0.12]],
  ['12 %', '', [0.12, 12]],
])('reads %s with the unit “%s”', (entry, unit, values) => {
  expect(typedNumbers(entry, unit)).toEqual(values);
});

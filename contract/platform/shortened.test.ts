import { expect, it } from 'vitest';
import { shortened } from './shortened.ts';

it.each([
  ['A calm hive', 20, 'A calm hive'],
  ['One calm scene in soft light', 20, 'One calm scene in…'],
  ['One calm scene in soft light', 18, 'One calm scene in…'],
  ['One calm scene, in soft light', 17, 'One calm scene…'],
  ['Donaudampfschifffahrtsgesellschaft', 10, 'Donaudamp…'],
  ['𝒜𝒜𝒜𝒜', 4, '𝒜…'],
])('%s in %i characters is %s', (text, most, short) => {
  expect(shortened(text, most)).toBe(short);
  expect(short.length).toBeLessThanOrEqual(most);
});

import { expect, it } from 'vitest';
import { mapInSlices } from './map-in-slices.ts';

it('other requests are served between two items', async () => {
  const served: string[] = [];
  const others = (async () => {
    for (let n = 0; n < 3; n += 1) {
      await new Promise(setImmediate);
      served.push('other');
    }
  })();
  const results = await mapInSlices([1, 2, 3], (item) => {
    served.push(`item ${item}`);
    return item * 2;
  });
  await others;
  expect(results).toEqual([2, 4, 6]);
  expect(served).toEqual(['item 1', 'other', 'item 2', 'other', 'item 3', 'other']);
});

import { describe, expect, it } from 'vitest';
import { nearestSlot, slotsOf } from './use-drag.ts';

const box = (top: number, bottom: number) => ({ top, bottom });
const slots = slotsOf([
  { parent: 'a', own: box(0, 100), entries: [box(0, 50), box(50, 100)] },
  { parent: 'empty', own: box(140, 148), entries: [] },
  { parent: 'b', own: box(190, 240), entries: [box(190, 240)] },
]);
const at = (y: number) => {
  const slot = nearestSlot(slots, y);
  return slot && `${slot.parent} ${slot.index}`;
};

describe('the drop position of a dragged row', () => {
  it.each([
    [-20, 'a 0'],
    [40, 'a 1'],
    [74, 'a 1'],
    [76, 'a 2'],
    [130, 'empty 0'],
    [180, 'b 0'],
    [900, 'b 1'],
  ])('at %i px it is %s', (y, place) => {
    expect(at(y)).toBe(place);
  });

  it('at a boundary is on the pointer’s side', () => {
    const touching = slotsOf([
      { parent: 'a', own: box(0, 50), entries: [box(0, 50)] },
      { parent: 'b', own: box(50, 100), entries: [box(50, 100)] },
    ]);
    expect(nearestSlot(touching, 45)?.parent).toBe('a');
    expect(nearestSlot(touching, 55)?.parent).toBe('b');
  });

  it('does not exist without a list', () => {
    expect(nearestSlot([], 10)).toBeNull();
  });
});

/** A drop position: before the `index`-th of the other entries in `parent`, drawn as a line at `y`. */
export interface Slot {
  readonly parent: string;
  readonly index: number;
  /** Viewport px. */
  readonly y: number;
}

interface Box {
  readonly top: number;
  readonly bottom: number;
}
export interface ListBox {
  readonly parent: string;
  /** The box of the list itself, used when it is empty. */
  readonly own: Box;
  /** Its entries without the dragged one. */
  readonly entries: readonly Box[];
}

/** All positions between, before and after the entries of the lists. */
export const slotsOf = (lists: readonly ListBox[]): readonly Slot[] =>
  lists.flatMap(({ parent, own, entries }) => {
    const last = entries.at(-1);
    return [
      ...entries.map(({ top }, index) => ({ parent, index, y: top })),
      { parent, index: entries.length, y: last ? last.bottom : own.top },
    ];
  });

/** The position nearest to the pointer. Of two at the same height, the one on the pointer's side. */
export function nearestSlot(slots: readonly Slot[], y: number): Slot | null {
  let best: Slot | null = null;
  for (const slot of slots) {
    const distance = Math.abs(slot.y - y);
    const shortest = best === null ? Infinity : Math.abs(best.y - y);
    if (distance < shortest || (distance === shortest && y > slot.y)) best = slot;
  }
  return best;
}

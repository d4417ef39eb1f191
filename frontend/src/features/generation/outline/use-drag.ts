import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

export type Dragged = { readonly kind: 'lesson' | 'module'; readonly key: string };

interface Drag {
  readonly dragged: Dragged;
  readonly slot: Slot | null;
}

/** Within this distance of the window's edge, in px, dragging scrolls the page; includes the bars at the bottom. */
const EDGE_TOP = 72;
const EDGE_BOTTOM = 190;
const SCROLL_PX = 14;

/** The lists that accept the dragged part, with their boxes: modules for lessons, the course for modules. */
function listsOf(editor: HTMLElement, { kind, key }: Dragged): ListBox[] {
  const boxesOf = (elements: Iterable<Element>) => [...elements].map((element) => element.getBoundingClientRect());
  const modules = [...editor.querySelectorAll<HTMLElement>('[data-module]')];
  if (kind === 'module') {
    return [
      { parent: '', own: editor.getBoundingClientRect(), entries: boxesOf(modules.filter(({ dataset }) => dataset['module'] !== key)) },
    ];
  }
  return modules.map((module) => {
    const rows = [...module.querySelectorAll<HTMLElement>('[data-lesson]')].filter(({ dataset }) => dataset['lesson'] !== key);
    const list = module.querySelector('ol') ?? module;
    return { parent: module.dataset['module'] ?? '', own: list.getBoundingClientRect(), entries: boxesOf(rows) };
  });
}

/**
 * Drags rows of the editor by their handles: with mouse, pen or touch. Escape cancels. Calls `onDrop` with the part and its new position;
 * everything draggable can also be moved by buttons.
 */
export function useDrag(editor: RefObject<HTMLElement | null>, onDrop: (dragged: Dragged, slot: Slot) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const current = useRef<Drag | null>(null);
  const set = (next: Drag | null): void => {
    current.current = next;
    setDrag(next);
  };
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      current.current = null;
      setDrag(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isDragging]);

  const handleOf = (dragged: Dragged) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      set({ dragged, slot: null });
    },
    onPointerMove: (event: ReactPointerEvent<HTMLElement>) => {
      if (!current.current || !editor.current) return;
      if (event.clientY < EDGE_TOP) window.scrollBy(0, -SCROLL_PX);
      if (event.clientY > window.innerHeight - EDGE_BOTTOM) window.scrollBy(0, SCROLL_PX);
      set({ dragged, slot: nearestSlot(slotsOf(listsOf(editor.current, dragged)), event.clientY) });
    },
    onPointerUp: () => {
      const slot = current.current?.slot;
      set(null);
      if (slot) onDrop(dragged, slot);
    },
    onPointerCancel: () => set(null),
  });

  /** Position of the line, in px below the editor's top; null if there is none. */
  const lineAt = drag?.slot && editor.current ? drag.slot.y - editor.current.getBoundingClientRect().top : null;
  return { draggedKey: drag?.dragged.key ?? null, lineAt, handleOf };
}
export type HandleOf = ReturnType<typeof useDrag>['handleOf'];

/** A drop position: before the `index`-th of the other entries in `parent`, drawn as a line at `y`. */
interface Slot {
  readonly parent: string;
  readonly index: number;
  /** Viewport px. */
  readonly y: number;
}

interface Box {
  readonly top: number;
  readonly bottom: number;
}
interface ListBox {
  readonly parent: string;
  /** The box of the list itself, used if it is empty. */
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

/** The position nearest to the pointer; of two at the same height, the one on the pointer's side. */
export function nearestSlot(slots: readonly Slot[], y: number): Slot | null {
  let best: Slot | null = null;
  for (const slot of slots) {
    const distance = Math.abs(slot.y - y);
    const shortest = best === null ? Infinity : Math.abs(best.y - y);
    if (distance < shortest || (distance === shortest && y > slot.y)) best = slot;
  }
  return best;
}

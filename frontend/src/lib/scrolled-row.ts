import { useEffect, type RefObject } from 'react';
import { useRouter } from '@tanstack/react-router';

/**
 * Keeps the current entry of a row or a rail in view: when another entry becomes current, when fonts, marks or another language change the
 * widths, and after the router has restored the row's scroll position of the screen before.
 * @param row the entries; `frame` scrolls them, and may be the same element
 */
export function useCurrentInView(
  frame: RefObject<HTMLElement | null>,
  row: RefObject<HTMLElement | null>,
  { current, isScrolled = true }: { readonly current: string | null | undefined; readonly isScrolled?: boolean },
): void {
  const router = useRouter();
  useEffect(() => {
    if (!isScrolled) return undefined;
    const [scrolled, entries] = [frame.current!, row.current!];
    const show = () => showCurrent(scrolled, entries);
    const resized = new ResizeObserver(show);
    for (const element of new Set([entries, scrolled])) resized.observe(element);
    const unsubscribe = router.subscribe('onRendered', show);
    return () => {
      resized.disconnect();
      unsubscribe();
    };
  }, [router, frame, row, current, isScrolled]);
}

/**
 * Scrolls the current entry to the middle of a row, in either reading direction, or into view in a rail, above its `data-foot`. Nothing
 * moves where all entries fit.
 */
function showCurrent(frame: HTMLElement, row: HTMLElement): void {
  const open = frame.querySelector('[aria-current]')?.getBoundingClientRect();
  const edges = frame.getBoundingClientRect();
  if (open) {
    frame.scrollLeft += open.left + open.width / 2 - (edges.left + edges.width / 2);
    // the foot of a rail covers the entries behind it
    const foot = frame.querySelector('[data-foot]')?.getBoundingClientRect().height ?? 0;
    const above = edges.top - open.top;
    const below = open.bottom - (edges.bottom - foot);
    if (above > 0) frame.scrollTop -= above;
    else if (below > 0) frame.scrollTop += below;
  }
  markMore(frame, row);
}

/** Sets `data-more` to the sides on which entries are out of view: `left`, `right` or both. */
export function markMore(frame: HTMLElement, row: HTMLElement): void {
  const [first, last] = [row.firstElementChild, row.lastElementChild].map((item) => item?.getBoundingClientRect());
  const edges = frame.getBoundingClientRect();
  const sides = [
    first && last && Math.min(first.left, last.left) < edges.left - 1 && 'left',
    first && last && Math.max(first.right, last.right) > edges.right + 1 && 'right',
  ];
  const more = sides.filter(Boolean).join(' ');
  if (more === '') frame.removeAttribute('data-more');
  else frame.setAttribute('data-more', more);
}

/** Styles of a row that scrolls sideways: it fades on the sides that `markMore` names. */
export const FADES_AT_MORE = {
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '--left': '0px',
  '--right': '0px',
  '&[data-more~="left"]': { '--left': '2.5rem' },
  '&[data-more~="right"]': { '--right': '2.5rem' },
  '&[data-more]': { maskImage: 'linear-gradient(to right, transparent, #000 var(--left), #000 calc(100% - var(--right)), transparent)' },
} as const;

import { useEffect, type RefObject } from 'react';
import { useRouter } from '@tanstack/react-router';

/**
 * Keeps the current entry of a row or a rail in view: when another becomes the current one, when fonts, marks or another language change the widths, and
 * after the router has put the row back to where it was scrolled on the screen before.
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
 * Scrolls the current entry of a row to the middle, in either direction of reading, and that of a rail into sight, above its `data-foot`; where
 * all fit, nothing moves.
 */
function showCurrent(frame: HTMLElement, row: HTMLElement): void {
  const open = frame.querySelector('[aria-current]')?.getBoundingClientRect();
  const edges = frame.getBoundingClientRect();
  if (open) {
    frame.scrollLeft += open.left + open.width / 2 - (edges.left + edges.width / 2);
    // what stays at a rail's end covers what is behind it
    const foot = frame.querySelector('[data-foot]')?.getBoundingClientRect().height ?? 0;
    const above = edges.top - open.top;
    const below = open.bottom - (edges.bottom - foot);
    if (above > 0) frame.scrollTop -= above;
    else if (below > 0) frame.scrollTop += below;
  }
  markMore(frame, row);
}

/** Marks the sides on which entries are out of view by `data-more`: `left`, `right` or both. */
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

/** Styles of a row that is scrolled sideways: it fades where there is more, as `markMore` says. */
export const FADES_AT_MORE = {
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '--left': '0px',
  '--right': '0px',
  '&[data-more~="left"]': { '--left': '2.5rem' },
  '&[data-more~="right"]': { '--right': '2.5rem' },
  '&[data-more]': { maskImage: 'linear-gradient(to right, transparent, #000 var(--left), #000 calc(100% - var(--right)), transparent)' },
} as const;

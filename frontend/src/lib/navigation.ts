import { useLayoutEffect, useRef, type RefObject } from 'react';

let isFocusOwed = false;

/** Whether an address is a lesson's, finished or being written; the lesson then has the screen to itself. */
export const isLessonAddress = (pathname: string): boolean => /^\/courses\/[^/]+\/learn\/|^\/create\/runs\/[^/]+\/lessons\//.test(pathname);

/**
 * Moves the focus to the new heading after a change of screen, so that keyboard and screen reader users start there. A heading that is
 * still loading gets the focus when it appears.
 */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1[tabindex]');
  if (heading) heading.focus({ preventScroll: true });
  isFocusOwed = heading === null;
}

/**
 * For the heading of a screen: takes the focus when due, and passes it on to the next heading if it unmounts with the focus, as the heading
 * of a loading screen does.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = heading.current;
    if (isFocusOwed) element?.focus({ preventScroll: true });
    isFocusOwed = false;
    return () => {
      if (document.activeElement === element) isFocusOwed = true;
    };
  }, []);
  return heading;
}

/** Moves the focus to a row of a list: to its link, else to the row itself. */
export function focusRow(row: HTMLElement): void {
  row.setAttribute('tabindex', '-1');
  (row.querySelector('a') ?? row).focus();
}

/** A `ref` for the first control of a dialog, which focuses it as soon as it mounts. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

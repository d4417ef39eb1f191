import { useLayoutEffect, useRef, type RefObject } from 'react';

let isFocusOwed = false;

/**
 * After a change of screen: focus moves to the new heading, so the keyboard and screen readers start there. A screen that is still
 * loading takes the focus when its heading appears.
 */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1[tabindex]');
  if (heading) heading.focus({ preventScroll: true });
  isFocusOwed = heading === null;
}

/**
 * For the heading of a screen: it takes the focus when that is owed to it, and when it goes with the focus on it, as the heading of a
 * screen that was loading does, it leaves the focus to the next one.
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

/** A `ref` for the control of a dialog that comes first: it has the focus as soon as it is there. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus();

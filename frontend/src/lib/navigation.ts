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

/** True once after a change of screen whose heading was not there yet. */
export function takeOwedFocus(): boolean {
  const isOwed = isFocusOwed;
  isFocusOwed = false;
  return isOwed;
}

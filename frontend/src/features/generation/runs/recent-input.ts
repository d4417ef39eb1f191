import { useEffect, useRef } from 'react';

/** A user counts as active for this long after the last input, in ms. */
const STILL_AT_IT_MS = 5_000;
/** A user who has scrolled further than this counts as reading, in px. */
const READING_PX = 80;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Whether the user is reading or interacting, so that no redirect interrupts them: recent input, a scrolled page, a selection, or focus in
 * a control or a dialog.
 */
export function useIsUserBusy(): () => boolean {
  const last = useRef(-Infinity);
  useEffect(() => {
    const note = () => void (last.current = performance.now());
    for (const input of INPUTS) addEventListener(input, note, { passive: true, capture: true });
    return () => {
      for (const input of INPUTS) removeEventListener(input, note, { capture: true });
    };
  }, []);
  return () =>
    performance.now() - last.current < STILL_AT_IT_MS ||
    window.scrollY > READING_PX ||
    getSelection()?.isCollapsed === false ||
    document.querySelector('[role="dialog"], dialog[open], main :is(a, button, input, textarea, select):focus') !== null;
}

import { useEffect, useRef } from 'react';

/** Somebody who did something so lately is still at it, ms. */
const STILL_AT_IT_MS = 5_000;
/** Scrolled further than this, somebody reads, px. */
const READING_PX = 80;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Tells whether somebody is reading or pressing on this screen, so that nothing takes it from under them: something was done a moment ago, the page is
 * scrolled, a text is selected, or a control or a dialog has the focus.
 */
export function useIsBusyHere(): () => boolean {
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

import { useEffect, useRef } from 'react';

/** A swipe to another lesson: minimum distance sideways, maximum deviation, and maximum duration. */
const SWIPE_PX = 80;
const STRAY_PX = 50;
const SWIPE_MS = 700;

interface Turns {
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

/** Elements that use arrow keys and swipes themselves. */
const HAS_USE =
  'input, textarea, select, fieldset, [contenteditable], [role="slider"], [role="menu"], [role="dialog"], [role="tablist"], [tabindex="0"]:not(a, button)';

const isBusy = (target: EventTarget | null): boolean => target instanceof Element && target.closest(HAS_USE) !== null;

/** Whether the touched element scrolls sideways, so that a swipe belongs to it. */
function isScrolledSideways(target: EventTarget | null): boolean {
  for (let at = target instanceof Element ? target : null; at && at !== document.body; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}

/**
 * Opens the next or the previous lesson by the arrow keys and by a swipe over `area`; towards the end of a line means next. Does nothing
 * while a control, a selection or a scrollable table uses these gestures.
 */
export function useLessonTurns(area: HTMLElement | null, turns: Turns): void {
  const current = useRef(turns);
  useEffect(() => {
    current.current = turns;
  });
  useEffect(() => {
    const isRtl = () => document.documentElement.dir === 'rtl';
    /** @param side 1 if the target is on the right side of the screen */
    const turn = (side: 1 | -1) => {
      const act = (side === 1) !== isRtl() ? current.current.onNext : current.current.onPrevious;
      act?.();
      return act !== null;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isBusy(event.target)) return;
      if (document.querySelector('[role="dialog"], dialog[open]')) return;
      if (turn(event.key === 'ArrowRight' ? 1 : -1)) event.preventDefault();
    };
    let from: { x: number; y: number; at: number } | null = null;
    const onStart = (event: TouchEvent) => {
      const [touch] = event.touches;
      const isOne = event.touches.length === 1 && touch !== undefined;
      from =
        isOne && !isBusy(event.target) && !isScrolledSideways(event.target)
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : null;
    };
    const onEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      const began = from;
      from = null;
      if (!began || !touch || getSelection()?.isCollapsed === false || event.timeStamp - began.at > SWIPE_MS) return;
      const across = touch.clientX - began.x;
      if (Math.abs(across) < SWIPE_PX || Math.abs(touch.clientY - began.y) > STRAY_PX) return;
      // a swipe to the left brings in the lesson on the right
      turn(across < 0 ? 1 : -1);
    };
    document.addEventListener('keydown', onKey);
    area?.addEventListener('touchstart', onStart, { passive: true });
    area?.addEventListener('touchend', onEnd, { passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      area?.removeEventListener('touchstart', onStart);
      area?.removeEventListener('touchend', onEnd);
    };
  }, [area]);
}

import { useEffect, useEffectEvent, useState } from 'react';

/** What somebody does who stays: types, presses, scrolls. */
const TOUCHES = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;
/**
 * Tells whether a person has moved the focus: a screen reader does so without a key. What cannot be reached by Tab, as a heading or a card, gets
 * it from us.
 */
const isMovedByPerson = ({ target }: FocusEvent): boolean => target instanceof HTMLElement && target.tabIndex >= 0;

interface Options {
  /** Whether the time runs. */
  readonly isOn: boolean;
  readonly afterMs: number;
  readonly act: () => void;
}

/**
 * Does something by itself after a while, unless the user touches the page before: then never.
 * @returns whether it is still going to happen, and a function that calls it off
 */
export function useUnlessTouched({ isOn, afterMs, act }: Options): readonly [isPending: boolean, callOff: () => void] {
  const [isTouched, setTouched] = useState(false);
  const isPending = isOn && !isTouched;
  const run = useEffectEvent(act);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => run(), afterMs);
    const listening = new AbortController();
    const options = { passive: true, capture: true, signal: listening.signal };
    for (const touch of TOUCHES) window.addEventListener(touch, () => setTouched(true), options);
    window.addEventListener('focusin', (event) => isMovedByPerson(event) && setTouched(true), options);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [isPending, afterMs]);
  // what was touched before is no answer to what is going to happen now
  return [isPending, () => isOn && setTouched(true)];
}

import { useEffect, useEffectEvent, useState } from 'react';

/** Events that show the user is staying: typing, pressing, scrolling. */
const TOUCHES = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;
/**
 * Whether the user moved the focus, as a screen reader does without a key. Targets that Tab cannot reach, such as a heading or a card, were
 * focused by our code.
 */
const isMovedByPerson = ({ target }: FocusEvent): boolean => target instanceof HTMLElement && target.tabIndex >= 0;

interface Options {
  /** Whether the countdown runs. */
  readonly isOn: boolean;
  readonly afterMs: number;
  readonly act: () => void;
}

/**
 * Acts after a delay, unless the user touches the page before: then never.
 * @returns whether it will still act, and a function that calls it off
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
  // touches before the countdown are no answer to it
  return [isPending, () => isOn && setTouched(true)];
}

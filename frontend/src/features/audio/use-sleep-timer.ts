import { useEffect, useEffectEvent, useState } from 'react';

const MINUTE_MS = 60_000;
const TICK_MS = 1_000;

/** When it falls asleep: at the end of the lesson, in so many minutes, or never. */
type Sleep = number | 'end' | null;

/**
 * Counts down to silence, also while it pauses.
 * @returns what is left, in begun minutes, and how to set it
 */
export function useSleepTimer(onSleep: () => void) {
  const [sleep, setSleep] = useState<Sleep>(null);
  const [until, setUntil] = useState<number | null>(null);
  const tick = useEffectEvent((end: number) => {
    const left = Math.ceil((end - Date.now()) / MINUTE_MS);
    if (left > 0) return setSleep(left);
    setUntil(null);
    setSleep(null);
    onSleep();
  });
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => tick(until), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  const changeSleep = (to: Sleep): void => {
    setSleep(to);
    setUntil(typeof to === 'number' ? Date.now() + to * MINUTE_MS : null);
  };
  return { sleep, changeSleep };
}

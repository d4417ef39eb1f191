import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Reading on is told once it pauses. */
const PAUSE_MS = 800;

/** Tells the server how far somebody has read, at most once in a while and never less far than before. What fails is told with the next place. */
export function useReading(tell: (place: number) => Promise<void>): (place: number) => void {
  const [place, setPlace] = useState(0);
  const told = useRef(0);
  const send = useEffectEvent(() => {
    if (place <= told.current) return;
    told.current = place;
    tell(place).catch(() => (told.current = 0));
  });
  useEffect(() => {
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [place]);
  return (seen) => setPlace((before) => Math.max(before, seen));
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** The reading position is sent after this pause. */
const PAUSE_MS = 800;

/** Sends the reading position to the server, at most once per pause and only forwards. A failed position is made up for by the next one. */
export function useReading(report: (place: number) => Promise<void>): (place: number) => void {
  const [place, setPlace] = useState(0);
  const reportedPlace = useRef(0);
  const send = useEffectEvent(() => {
    if (place <= reportedPlace.current) return;
    reportedPlace.current = place;
    report(place).catch(() => (reportedPlace.current = 0));
  });
  useEffect(() => {
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [place]);
  return (seen) => setPlace((before) => Math.max(before, seen));
}

import { startTransition, useEffect, useState } from 'react';

/**
 * How many of the parts of a long screen are rendered: `first` at once, then one more after each commit, so that neither rendering nor layout
 * keeps the browser busy for long. Once all have been there, all there ever are: a part added later is not delayed.
 */
export function useInSteps(total: number, first: number): number {
  const [shown, setShown] = useState(first);
  const isWhole = shown >= total;
  useEffect(() => startTransition(() => setShown(isWhole ? Infinity : shown + 1)), [isWhole, shown]);
  return shown;
}

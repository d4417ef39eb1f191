import { useDeferredValue } from 'react';

/**
 * Whether a large part of a screen may be rendered, given that its data is there. What was there from the first is shown at once; what arrives
 * later is rendered in slices of a few milliseconds, between which the browser answers its reader: the arrival alone would be one long task.
 */
export function useSliced(isThere: boolean): boolean {
  const isDue = useDeferredValue(isThere);
  return isDue && isThere;
}

import { useState } from 'react';

/**
 * Returns true from the first time that `value` is. For a screen that waits for its queries: one that failed is pending again when another reader
 * mounts, and a screen that took its readers away then would ask again, without end.
 */
export function useLatched(value: boolean): boolean {
  const [isLatched, setIsLatched] = useState(value);
  if (value && !isLatched) setIsLatched(true);
  return value || isLatched;
}

import { useState } from 'react';

/**
 * Returns true from the first time that `value` is true. For a screen that waits for its queries: a failed query is pending again when
 * another reader mounts, and a screen that then unmounted its readers would ask again, endlessly.
 */
export function useLatched(value: boolean): boolean {
  const [isLatched, setIsLatched] = useState(value);
  if (value && !isLatched) setIsLatched(true);
  return value || isLatched;
}

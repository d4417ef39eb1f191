import { useDeferredValue } from 'react';

/**
 * Returns false at once when `value` is false, and true shortly after it becomes true: React then renders the new content in slices and
 * answers touches and keys between them. Otherwise a query's answer would render a whole screen in one task. True from the first render if
 * `value` is true then.
 */
export function useDeferredFlag(value: boolean): boolean {
  return useDeferredValue(value) && value;
}

import { useDeferredValue } from 'react';

/**
 * Returns false at once when `value` is false, and true a little after it becomes true: React then renders what appears in slices, and answers
 * touches and keys between them. Without it, the answer of a query renders a whole screen in one task. True from the first render on if it is then.
 */
export function useDeferredFlag(value: boolean): boolean {
  return useDeferredValue(value) && value;
}

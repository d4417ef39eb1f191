import { useSyncExternalStore } from 'react';

let count = '';
const listeners = new Set<() => void>();

/** What stands before every document title, as `(7/12)`: how far the newest course being written is. Empty when none is. */
export function setTitleCount(text: string): void {
  if (text === count) return;
  count = text;
  for (const listener of listeners) listener();
}

export function useTitleCount(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => count,
  );
}

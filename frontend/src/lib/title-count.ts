import { useSyncExternalStore } from 'react';

let count = '';
const listeners = new Set<() => void>();

/** Sets the prefix of every document title, e.g. `(7/12)`: the progress of the newest course being written. Empty when there is none. */
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

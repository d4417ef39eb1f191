import { useSyncExternalStore } from 'react';

/**
 * The payment one has come back from and that is still being looked up. Kept for this tab, so that a reload in the middle goes on with it
 * although the address no longer names it.
 */
const KEY = 'returned_payment';
const listeners = new Set<() => void>();
let current: string | null | undefined;

function load(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function set(sessionId: string | null): void {
  current = sessionId;
  try {
    if (sessionId === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, sessionId);
  } catch {
    // Refused: it is looked up unless the page is reloaded.
  }
  for (const listener of listeners) listener();
}

export const rememberReturned = (sessionId: string): void => set(sessionId);
/** It has been told how the payment ended, or that nobody knows yet. */
export const forgetReturned = (): void => set(null);

/** The id of the checkout session to be looked up; null when there is none. */
export function useReturned(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => (current ??= load()),
  );
}

import { useSyncExternalStore } from 'react';

/** The payment that is polled after the return. Stored per tab, so that a reload continues polling although the URL no longer contains it. */
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
    // Storage is unavailable: polling ends with a reload.
  }
  for (const listener of listeners) listener();
}

export const storeReturnedSession = (sessionId: string): void => set(sessionId);
/** Forgets the payment once its outcome has been shown, even an unknown one. */
export const clearReturnedSession = (): void => set(null);

/** Returns the id of the checkout session to poll; null when there is none. */
export function useReturnedSession(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => (current ??= load()),
  );
}

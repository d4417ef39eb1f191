import { useSyncExternalStore } from 'react';

/** Whether a payment is being started, anywhere in this tab (PAY-09, PAY-24). */
let isProcessing = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isProcessing = next;
  for (const listener of listeners) listener();
}

/** The browser's Back restores this page from the back/forward cache after the payment page; no payment is being started any more. */
if (typeof window !== 'undefined') window.addEventListener('pageshow', ({ persisted }) => persisted && set(false));

export function useIsProcessing(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isProcessing,
  );
}

/**
 * Runs the work that starts a payment, unless another payment is being started. The flag is reset when the work fails; after a success the
 * browser is navigating away, so it stays set.
 * @returns false if another payment was being started and nothing was done
 */
export async function processPayment(work: () => Promise<void>): Promise<boolean> {
  if (isProcessing) return false;
  set(true);
  try {
    await work();
  } catch (error) {
    set(false);
    throw error;
  }
  return true;
}

/** Resets the flag, as a page load does; for tests. */
export const resetProcessing = (): void => set(false);

import { useSyncExternalStore } from 'react';

/** Whether a payment is being started, anywhere in this tab (PAY-09, PAY-24). */
let isProcessing = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isProcessing = next;
  for (const listener of listeners) listener();
}

/** Back from the payment page by the browser's own Back: the page is as it was left, and nothing is being started any more. */
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
 * Does the work that starts a payment, unless one is being started already. The flag falls when the work fails; after a success the
 * browser is leaving, and nothing can be started until it has left.
 * @returns false when another payment was being started and nothing was done
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

/** As after a fresh load; for tests. */
export const resetProcessing = (): void => set(false);

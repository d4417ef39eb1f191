import { onDisconnect } from './database.ts';

/** A value that is read again once it is older than its time; callers at the same moment share one reading. */
export interface Cached<T> {
  (): Promise<T>;
  /** Makes the next call read again. */
  clear(): void;
}

/**
 * Caches what `read` returns, in this process. A failed reading reaches those who wait for it and is not cached.
 * @param ms maximum age in milliseconds
 */
export function cachedFor<T>(ms: number, read: () => Promise<T>): Cached<T> {
  let known: { readonly at: number; readonly value: Promise<T> } | null = null;
  const get = (): Promise<T> => {
    if (known && performance.now() - known.at <= ms) return known.value;
    const mine = { at: performance.now(), value: read() };
    known = mine;
    mine.value.catch(() => {
      if (known === mine) known = null;
    });
    return mine.value;
  };
  const clear = () => void (known = null);
  onDisconnect(clear);
  return Object.assign(get, { clear });
}

import { onDisconnect } from './database.ts';

/** A cached value that is read again once it expires; concurrent callers share one read. */
export interface Cached<T> {
  (): Promise<T>;
  /** Clears the cache, so that the next call reads again. */
  clear(): void;
}

/**
 * Caches the result of `read` in this process. A failed read rejects its waiting callers and is not cached.
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

import { safePath } from '#contract/platform/safe-path.ts';

/**
 * Returns `next` if it is a path of this product (`safePath`), else undefined. The key is always present, because the router keeps a
 * parameter unless it is overwritten.
 */
export function safeNext(next: unknown): { next: string | undefined } {
  return { next: safePath(next) ?? undefined };
}

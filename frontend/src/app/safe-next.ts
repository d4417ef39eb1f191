/**
 * Returns `next` when it is a path of this product (`/courses/…`); undefined for other sites, schemes and `//host` addresses. The key is always
 * present, because the router keeps a parameter unless it is overwritten.
 */
export function safeNext(next: unknown): { next: string | undefined } {
  return { next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined };
}

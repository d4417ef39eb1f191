/**
 * `next` when it is an address of this product (`/courses/…`); undefined for other sites, schemes and `//host` addresses. The key is always
 * there: the router keeps what an address says unless it is overruled.
 */
export function safeNext(next: unknown): { next: string | undefined } {
  return { next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined };
}

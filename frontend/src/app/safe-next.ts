/** `next` when it is an address of this product (`/courses/…`); nothing for other sites, schemes and `//host` addresses. */
export function safeNext(next: unknown): { next?: string } {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}

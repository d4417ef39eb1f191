import { getSession } from '#frontend/lib/session/session.ts';

/**
 * For a route's loader: starts a screen's first requests while its own files load, instead of afterwards. It does not wait for the answers
 * and ignores errors: the screen reads the same queries, and shows that it is waiting or what went wrong.
 * @param cause the router's: nothing is requested for a link that the pointer merely passes, nor again for another search on the same
 * screen
 * @param fetchData imports the requests separately from the screen, so that they arrive before it, and starts them
 */
export function fetchOnEnter(cause: string, fetchData: (userId: string) => Promise<void>): void {
  const { user } = getSession();
  if (user === null || cause !== 'enter') return;
  fetchData(user.user_id).catch(() => undefined);
}

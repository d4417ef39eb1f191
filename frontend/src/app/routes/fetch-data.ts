import { getSession } from '#frontend/lib/session/session.ts';

/**
 * Starts a screen's first requests while its own files load, instead of after them: for a route's loader. It does not wait for the answers, and
 * is silent about errors: the screen reads the same queries, and shows that it waits or what went wrong.
 * @param cause the router's: nothing is requested for a link that the pointer only passes, nor again for another search on the same screen
 * @param fetchData imports the requests apart from the screen, so that they arrive before it, and starts them
 */
export function fetchOnEnter(cause: string, fetchData: (userId: string) => Promise<void>): void {
  const { user } = getSession();
  if (user === null || cause !== 'enter') return;
  fetchData(user.user_id).catch(() => undefined);
}

import { replaceBy } from '#frontend/lib/leave-page.ts';

/** Asks the server for the app at the root: it knows signed-in people by their cookie, and this browser has none (api: static.ts). */
const APP_AT_ROOT = '/?resume';

/**
 * On the landing page of somebody whose session is in this browser's storage, though the server did not see a cookie: on to the app. It
 * asks whether the session still stands; if it does not, it forgets it and shows the landing page.
 * @returns whether the page is about to change
 */
export function redirectToApp(): boolean {
  if (location.pathname !== '/') return false;
  try {
    if (!localStorage.getItem('access_token') || !localStorage.getItem('user')) return false;
  } catch {
    return false;
  }
  replaceBy(APP_AT_ROOT);
  return true;
}

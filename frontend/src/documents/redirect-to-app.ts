import { replaceBy } from '#frontend/lib/leave-page.ts';

/** Makes the server serve the app at `/`: it recognises signed-in users by their cookie, which this browser lacks (api: static.ts). */
const APP_AT_ROOT = '/?resume';

/**
 * Redirects from the landing page to the app if this browser stores a session although the server saw no cookie. The app verifies the
 * session, and returns to the landing page if it has ended.
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

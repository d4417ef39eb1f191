import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

/**
 * Registers the service worker, which caches content for offline reading. Call once per document. Browsers without service workers only
 * read online.
 * @param onUpdate called when a new version is installed and waiting
 */
export async function readOffline(onUpdate: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const reportOffline = (): void => toast('info', t('You are offline. Courses you have opened here can still be read.'), null, false);
  addEventListener('offline', reportOffline);
  if (!navigator.onLine) reportOffline();
  await navigator.serviceWorker.register('/sw.js');
  // if a browser blocks service workers, the registration resolves but is empty
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  if (registration.waiting) onUpdate();
  const reportInstalled = (next: ServiceWorker | null): void =>
    next?.addEventListener('statechange', () => {
      // without a controller it is the first installation, not an update
      if (next.state === 'installed' && navigator.serviceWorker.controller) onUpdate();
    });
  // an installation that began before this line no longer fires `updatefound`
  reportInstalled(registration.installing);
  registration.addEventListener('updatefound', () => reportInstalled(registration.installing));
}

/** How long a reader who pressed the button waits for a version to take over, in ms. */
const TAKEOVER_MS = 3000;

/**
 * Activates the waiting version and reloads the page, with whichever version is active: browsers keep the new one waiting as long as the
 * old one answers a request (Chromium: up to five minutes). The server's page is of the new version in any case; offline content follows
 * later.
 */
export async function takeUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage('update');
  // none is waiting if another tab has activated it
  if (!registration?.waiting) return location.reload();
  const late = setTimeout(() => location.reload(), TAKEOVER_MS);
  // Also after the limit: Chromium loses a reload that the old version was about to answer when it stopped, and this page would stay for
  // ever.
  const onTakeover = (): void => {
    clearTimeout(late);
    location.reload();
  };
  navigator.serviceWorker.addEventListener('controllerchange', onTakeover, { once: true });
}

import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

/**
 * Registers the service worker, which caches reading for offline use. Call once per document. Browsers without service workers read online only.
 * @param onUpdate called when a new version is installed and waiting
 */
export async function readOffline(onUpdate: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const reportOffline = (): void => toast('info', t('You are offline. Courses you have opened here can still be read.'), null, false);
  addEventListener('offline', reportOffline);
  if (!navigator.onLine) reportOffline();
  await navigator.serviceWorker.register('/sw.js');
  // a browser that blocks service workers resolves the registration, but has none
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  if (registration.waiting) onUpdate();
  const reportInstalled = (next: ServiceWorker | null): void =>
    next?.addEventListener('statechange', () => {
      // without a controller it is the first installation, not an update
      if (next.state === 'installed' && navigator.serviceWorker.controller) onUpdate();
    });
  // one whose installation began before this line fires no `updatefound` any more
  reportInstalled(registration.installing);
  registration.addEventListener('updatefound', () => reportInstalled(registration.installing));
}

/** A reader who pressed a button does not wait longer than this for a version to take over, in ms. */
const TAKEOVER_MS = 3000;

/**
 * Activates the waiting version and reloads the page, with either version: browsers leave the new one waiting for as long as the old one
 * answers a request (Chromium: up to five minutes). The server's page is of the new version even so; what is read offline follows later.
 */
export async function takeUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage('update');
  // none is waiting when another tab has activated it
  if (!registration?.waiting) return location.reload();
  const late = setTimeout(() => location.reload(), TAKEOVER_MS);
  // also after the limit: Chromium loses a reload that the old version was to answer when it stops, and this page would stay for ever
  const onTakeover = (): void => {
    clearTimeout(late);
    location.reload();
  };
  navigator.serviceWorker.addEventListener('controllerchange', onTakeover, { once: true });
}

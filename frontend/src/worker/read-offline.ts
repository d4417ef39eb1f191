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
  registration.addEventListener('updatefound', () => {
    const next = registration.installing;
    next?.addEventListener('statechange', () => {
      // without a controller it is the first installation, not an update
      if (next.state === 'installed' && navigator.serviceWorker.controller) onUpdate();
    });
  });
}

/** Activates the waiting version and reloads the page. */
export async function takeUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  registration?.waiting?.postMessage('update');
}

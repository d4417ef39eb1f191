import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

/**
 * Has the browser keep what is read for times without a connection, and say when the connection goes. Once a document. A browser without
 * service workers reads online only.
 * @param onUpdate a newer version is there and waits to be taken
 */
export async function readOffline(onUpdate: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const tell = (): void => toast('info', t('You are offline. Courses you have opened here can still be read.'), null, false);
  addEventListener('offline', tell);
  if (!navigator.onLine) tell();
  await navigator.serviceWorker.register('/sw.js');
  // browsers that are told to have no workers answer the registration, and have none
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  if (registration.waiting) onUpdate();
  registration.addEventListener('updatefound', () => {
    const next = registration.installing;
    next?.addEventListener('statechange', () => {
      // without a controller it is the first one, which there is nothing to update from
      if (next.state === 'installed' && navigator.serviceWorker.controller) onUpdate();
    });
  });
}

/** Takes the newer version that waits, and shows the page in it. */
export async function takeUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  registration?.waiting?.postMessage('update');
}

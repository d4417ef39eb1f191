import { getSession, subscribeToSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

/** Of the answers the worker stores for each person (`service-worker.ts`). */
const STORED = 'reading-';

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
  subscribeToSession(() => {
    if (getSession().status === 'signed-out') void forgetAnswers();
  });
  // a browser that blocks service workers may answer nothing
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register('/sw.js');
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

async function forgetAnswers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(STORED)).map((name) => caches.delete(name)));
}

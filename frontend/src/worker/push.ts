import { worker } from './worker-scope.ts';

/** The server's payload: `PushMessage` of the contract. */
export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

const openPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a notification, unless one of our pages is visible, whose bell shows it. A repeated notification replaces the first. */
export async function showNotice({ id, title, body, path }: Notice): Promise<void> {
  if ((await openPages()).some((page) => page.focused)) return;
  await worker.registration.showNotification(title, { body, tag: `notice-${id}`, data: path, icon: '/icons/app-192.png' });
}

/** Opens a notification's page: in the window that already shows it, in another one of ours, or in a new one. */
export async function openPage(path: string): Promise<void> {
  const address = new URL(path, worker.location.origin);
  // a notification may only open a page of this origin
  if (address.origin !== worker.location.origin) return;
  const pages = await openPages();
  const there = pages.find((page) => new URL(page.url).pathname === address.pathname) ?? pages[0];
  if (!there) return void (await worker.clients.openWindow(address.href));
  await there.focus();
  if (new URL(there.url).pathname !== address.pathname) await there.navigate(address.href);
}

/** Unsubscribes this browser from push after a sign-out. */
export async function endPush(): Promise<void> {
  await (await worker.registration.pushManager.getSubscription())?.unsubscribe();
}

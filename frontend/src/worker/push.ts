import { worker } from './worker-scope.ts';

/** The server's payload: `PushMessage` of the contract. */
export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly silent?: boolean;
  readonly stop?: { readonly title: string; readonly path: string };
}

const openPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a notification, unless one of our pages is visible, whose bell shows it. A repeated notification replaces the first. */
export async function showNotice({ id, title, body, path, silent, stop }: Notice): Promise<void> {
  if ((await openPages()).some((page) => page.focused)) return;
  await worker.registration.showNotification(title, {
    body,
    tag: `notice-${id}`,
    data: path,
    icon: '/icons/app-192.png',
    ...(silent !== undefined && { silent }),
    // the action is the path to which its press is sent
    ...(stop && { actions: [{ action: stop.path, title: stop.title }] }),
  });
}

/** Sends the press on a notification's button to its path. Repeated when the connection fails: stopping twice changes nothing. */
export async function pressButton(path: string, send: typeof fetch = fetch, tries = 3): Promise<void> {
  const address = new URL(path, worker.location.origin);
  if (address.origin !== worker.location.origin) return;
  const isSent = await send(address.href, { method: 'POST' }).then(
    () => true,
    () => false,
  );
  if (!isSent && tries > 1) await pressButton(path, send, tries - 1);
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

import { readPushState, subscribePush, unsubscribePush, type PushState, type PushWishes } from '#contract/notifications/push.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';

/** Whether the browser supports push notifications. Phones do so once the app is installed. */
export const supportsPush = (): boolean =>
  typeof Notification !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window && isSecureContext;

const registered = async (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration();
const subscribed = async (): Promise<PushSubscription | null> => (await (await registered())?.pushManager.getSubscription()) ?? null;

/** The current push subscription of this browser. */
export async function pushState(signal?: AbortSignal): Promise<PushState> {
  const subscription = await subscribed();
  return call(readPushState, { body: { endpoint: subscription?.endpoint ?? null }, signal });
}

/**
 * Subscribes this browser to push notifications. The browser asks for permission, which requires a user gesture.
 * @throws Error whose message can be shown; ApiError
 */
export async function subscribeToPush(publicKey: string, wishes: PushWishes): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(t('This browser blocks our notifications. You can allow them in its settings.'));
  const registration = await registered();
  if (!registration) throw new Error(t('This browser does not support notifications.'));
  const subscription =
    (await registration.pushManager.getSubscription()) ??
    (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }).catch((cause: unknown) => {
      throw new Error(t('The notification service of this browser could not be reached. Try again later.'), { cause });
    }));
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error(t('This browser does not support notifications.'));
  return call(subscribePush, { body: { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] }, ...wishes } });
}

/** Ends the push subscription, here and on the server. */
export async function unsubscribeFromPush(): Promise<void> {
  const subscription = await subscribed();
  if (!subscription) return;
  await call(unsubscribePush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

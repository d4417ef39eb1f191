import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';

/** A browser vendor's push service, on loopback, with one subscription. */
interface PushService {
  /** The received messages, decrypted as a browser does. */
  readonly messages: string[];
  close(): void;
}

const TAG_BYTES = 16;
const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) => Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/**
 * Subscribes a page at a local push service, because a vendor's cannot be reached: only the browser's part is replaced. Messages are decrypted
 * by RFC 8291 and RFC 8188.
 */
export async function subscribeHere(page: Page): Promise<PushService> {
  const pair = createECDH('prime256v1');
  const [own, auth] = [pair.generateKeys(), randomBytes(16)];
  const decrypt = (body: Buffer): string => {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body[20]!);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
    const key = derive(pair.computeSecret(sender), auth, info, 32);
    const opened = createDecipheriv(
      'aes-128-gcm',
      derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
      derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
    );
    const sealed = body.subarray(21 + sender.length);
    opened.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = Buffer.concat([opened.update(sealed.subarray(0, -TAG_BYTES)), opened.final()]).toString();
    return text.slice(0, text.lastIndexOf('\u0002'));
  };
  const messages: string[] = [];
  const server = createServer(async (request, response) => {
    messages.push(decrypt(await buffer(request)));
    response.writeHead(201).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/browser`;
  const subscriptionJson = { endpoint, keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') } };
  await page.addInitScript((json) => {
    const subscription = { endpoint: json.endpoint, toJSON: () => json, unsubscribe: async () => sessionStorage.removeItem('subscribed') };
    const found = async () => (sessionStorage.getItem('subscribed') ? subscription : null);
    const subscribe = async () => (sessionStorage.setItem('subscribed', 'yes'), subscription);
    Object.assign(PushManager.prototype, { getSubscription: found, subscribe });
  }, subscriptionJson);
  return { messages, close: () => void server.close() };
}

/**
 * Delivers a push message to the app's service worker, as the browser does for its push service.
 * @returns a function that returns the notifications shown since, which a headless browser does not display
 */
export async function deliverPush(page: Page, origin: string, data: string): Promise<() => Promise<unknown[]>> {
  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: unknown[] };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options });
  });
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registered;
  await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await browser.detach();
  return () => worker!.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown);
}

import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** The payload for a service worker: it contains its whole text, because service workers have none. */
export interface PushMessage {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** Path of the page to open. */
  readonly path: string;
  /** Shown without sound or vibration. */
  readonly silent?: boolean;
  /** A button that ends such notifications, and the path to which its press is sent (RFC 8058). */
  readonly stop?: { readonly title: string; readonly path: string };
}

const key = z
  .string()
  .check(z.regex(/^[\w-]{16,200}={0,2}$/, 'Must be bytes in base64url.'), z.meta({ examples: ['wJalrXUtnFEMI_K7MDENG'] }));
const endpoint = z.string().check(z.maxLength(1000));
const wishes = { runs: z.boolean(), replies: z.boolean(), reminders: z.boolean() };
const stateSchema = z.object({
  /** The VAPID key for subscribing, base64url. */
  public_key: z.string(),
  /** This browser's push settings; null if not subscribed. */
  subscription: z.nullable(z.object(wishes)),
});
export type PushState = z.infer<typeof stateSchema>;
/** Which notifications a browser gets. */
export type PushWishes = NonNullable<PushState['subscription']>;

export const readPushState = defineEndpoint({
  name: 'readPushState',
  method: 'POST',
  path: '/api/push-subscriptions/state',
  summary: 'Whether a browser (by its endpoint) receives push notifications, and the key for subscribing.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  body: z.object({ endpoint: z.nullable(endpoint) }),
  example: { endpoint: 'https://push.example.com/browser' },
  responses: { 200: stateSchema },
  errors: ['validation.failed'],
});

/** Subscribing again updates the settings. */
export const subscribePush = defineEndpoint({
  name: 'subscribePush',
  method: 'PUT',
  path: '/api/push-subscriptions',
  summary: 'Subscribe a browser to push notifications.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  proven: true,
  // pages from before reminders do not name them
  body: z.object({ endpoint, keys: z.object({ p256dh: key, auth: key }), ...wishes, reminders: z._default(z.boolean(), false) }),
  example: {
    endpoint: 'https://push.example.com/browser',
    keys: { p256dh: 'wJalrXUtnFEMI_K7MDENG', auth: 'wJalrXUtnFEMI_K7MDENG' },
    runs: true,
    replies: true,
    reminders: false,
  },
  responses: { 200: stateSchema },
  errors: ['validation.failed', 'limits.rate'],
  limit: 'connect',
});

/** Idempotent: also succeeds for a browser that is not subscribed. */
export const unsubscribePush = defineEndpoint({
  name: 'unsubscribePush',
  method: 'POST',
  path: '/api/push-subscriptions/end',
  summary: 'Unsubscribe a browser from push notifications.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  body: z.object({ endpoint }),
  example: { endpoint: 'https://push.example.com/browser' },
  responses: { 200: stateSchema },
  errors: ['validation.failed'],
});

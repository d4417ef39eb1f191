import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import type { NotificationKind } from './notifications.contract.ts';

/** What is pushed at all, by what a person switches it on and off with. The rest stays in the bell. */
export const PUSHED_KINDS = {
  runs: [
    'run.completed',
    'run.failed',
    'run.practice_failed',
    'outline.waiting',
    'proposal.ready',
    'video.completed',
    'video.failed',
    'translation.completed',
    'translation.failed',
  ],
  replies: ['post.replied', 'market.answer', 'market.question', 'chat.mention'],
} as const satisfies Record<string, readonly NotificationKind[]>;

/** What a service worker is sent: complete, because it has no words of its own. */
export interface PushMessage {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** Path of the page it is about. */
  readonly path: string;
}

const key = z.string().check(z.regex(/^[\w-]{16,200}={0,2}$/));
const endpoint = z.string().check(z.maxLength(1000));
const wishes = { runs: z.boolean(), replies: z.boolean() };
const stateSchema = z.object({
  /** With which a browser subscribes (VAPID), base64url. */
  public_key: z.string(),
  /** How this browser wants to be told; null: not at all. */
  subscription: z.nullable(z.object(wishes)),
});
export type PushState = z.infer<typeof stateSchema>;

export const readPushState = defineEndpoint({
  name: 'readPushState',
  method: 'POST',
  path: '/api/push-subscriptions/state',
  summary: 'Whether a browser, named by its endpoint, is told of notifications, and the key to subscribe with.',
  auth: 'user',
  owner: 'self',
  body: z.object({ endpoint: z.nullable(endpoint) }),
  responses: { 200: stateSchema },
  errors: ['validation.failed'],
});

/** Subscribing again changes what is wanted. */
export const subscribePush = defineEndpoint({
  name: 'subscribePush',
  method: 'PUT',
  path: '/api/push-subscriptions',
  summary: 'Have a browser told of notifications while the product is closed.',
  auth: 'user',
  owner: 'self',
  body: z.object({ endpoint, keys: z.object({ p256dh: key, auth: key }), ...wishes }),
  responses: { 200: stateSchema },
  errors: ['validation.failed', 'limits.rate'],
  limit: 'connect',
});

/** Idempotent: a browser that is not told need not be told any less. */
export const unsubscribePush = defineEndpoint({
  name: 'unsubscribePush',
  method: 'POST',
  path: '/api/push-subscriptions/end',
  summary: 'Tell a browser nothing any more.',
  auth: 'user',
  owner: 'self',
  body: z.object({ endpoint }),
  responses: { 200: stateSchema },
  errors: ['validation.failed'],
});

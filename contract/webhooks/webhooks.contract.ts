import * as z from 'zod/mini';
import { KEY_HOLDERS } from '#contract/identity/key-scopes.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { CHOSEN_EVENTS, WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events.ts';

/** Maximum number of webhooks per holder. */
export const WEBHOOKS_AT_MOST = 10;
export const WEBHOOK_URL_CHARS = 500;
/** Days for which delivery of an event is retried. */
export const WEBHOOK_TRIED_DAYS = 3;
/** Days for which sent events are kept. */
export const WEBHOOK_LOG_DAYS = 30;
/** Default and maximum number of hours for which the previous secret also signs. */
export const OLD_SECRET_HOURS = 24;
export const OLD_SECRET_HOURS_AT_MOST = 168;
/** Bytes of a response's beginning that are stored. */
export const KEPT_ANSWER_BYTES = 1_024;
export const DELIVERIES_A_PAGE = 25;

const holder = z.enum(KEY_HOLDERS);
const params = z.object({ holder, webhook_id: z.string() });
const deliveryParams = z.object({ holder, webhook_id: z.string(), event_id: z.string() });
const chosen = z.enum(CHOSEN_EVENTS as [WebhookEvent, ...WebhookEvent[]]);
const event = z.enum(Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]);
const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(WEBHOOK_URL_CHARS), z.meta({ examples: ['https://example.com/hooks'] }));
const events = z.array(chosen).check(z.minLength(1), z.maxLength(CHOSEN_EVENTS.length));

/** `withheld`: not sent, because it concerns a child whose consent was withdrawn. */
const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'withheld'] as const;
export const webhookSchema = z.object({
  webhook_id: z.string(),
  url: z.string(),
  events: z.array(event),
  /** `failing`: the last attempts failed, and delivery is retried with growing pauses. `ended`: nothing is sent any more. */
  state: z.enum(['active', 'failing', 'ended']),
  /**
   * Why it ended: its owner ended it, it failed for days, it returned 410, or its creator is no longer allowed to receive it. `lapsed`: its
   * organisation's year is over; it continues after a renewal. `age`: it is suspended until a parent or the child's school consents.
   */
  ended_why: z.nullable(z.enum(['owner', 'failing', 'gone', 'left', 'lapsed', 'age'])),
  created_at: z.string(),
  /** Until when the previous secret also signs; null if it does not. */
  old_secret_until: z.nullable(z.string()),
  /** Number of events waiting to be delivered. */
  waiting: z.int(),
  /** The last attempted delivery. */
  last: z.nullable(z.object({ at: z.string(), state: z.enum(DELIVERY_STATES), status: z.nullable(z.int()) })),
});
export type Webhook = z.infer<typeof webhookSchema>;

const deliverySchema = z.object({
  event_id: z.string(),
  type: event,
  state: z.enum(DELIVERY_STATES),
  created_at: z.string(),
  tries: z.int(),
  /** When the next attempt is due, while it waits. */
  due_at: z.nullable(z.string()),
  /** HTTP status of the last response; null if there was none. */
  status: z.nullable(z.int()),
});
export type WebhookDelivery = z.infer<typeof deliverySchema>;

const trySchema = z.object({
  at: z.string(),
  took_ms: z.int(),
  status: z.nullable(z.int()),
  /** The beginning of the response. */
  answer: z.nullable(z.string()),
  /** The error, if there was no response. */
  error: z.nullable(z.string()),
});
export type WebhookTry = z.infer<typeof trySchema>;

export const listWebhooks = defineEndpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/api/programs/webhooks/:holder',
  summary: 'The webhooks of the caller, of the organisation they own, or of the operators; newest first.',
  auth: 'user',
  personOnly: 'told',
  params: z.object({ holder }),
  responses: { 200: z.object({ webhooks: z.array(webhookSchema) }) },
  errors: ['validation.failed', 'not_found'],
});

export const createWebhook = defineEndpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/api/programs/webhooks/:holder',
  summary: 'Create a webhook. Only this response contains its signing secret.',
  auth: 'user',
  offline: 'never',
  personOnly: 'told',
  age: 'secret_address',
  readBy: 'sender',
  proven: true,
  params: z.object({ holder }),
  body: z.object({ url, events }),
  example: { url: 'https://hooks.example/', events: ['member.joined'] },
  responses: { 201: z.object({ webhook: webhookSchema, secret: z.string() }) },
  errors: ['validation.failed', 'not_found', 'webhook.bad_address', 'webhook.too_many'],
  limit: 'webhook',
});

export const updateWebhook = defineEndpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/api/programs/webhooks/:holder/:webhook_id',
  summary: 'Change a webhook’s address, events or state. An ended webhook becomes active again.',
  auth: 'user',
  offline: 'never',
  personOnly: 'told',
  opensNothing: 'a child can end it; who has it send is asked (`updateWebhook`)',
  readBy: 'sender',
  // people who may no longer receive events can still end the webhook: the command checks the age
  proven: true,
  params,
  body: z.object({ url, events, is_active: z.boolean() }),
  example: { url: 'https://hooks.example/', events: ['member.joined'], is_active: false },
  responses: { 200: webhookSchema },
  errors: ['validation.failed', 'not_found', 'webhook.bad_address', 'age.consent_needed'],
  limit: 'webhook',
});

export const deleteWebhook = defineEndpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/programs/webhooks/:holder/:webhook_id',
  summary: 'Delete a webhook with its log. Waiting events are not sent.',
  auth: 'user',
  offline: 'never',
  personOnly: 'told',
  opensNothing: 'ends it',
  params,
  responses: { 200: z.object({ deleted: z.boolean() }) },
  errors: ['validation.failed', 'not_found'],
});

export const rotateWebhookSecret = defineEndpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/programs/webhooks/:holder/:webhook_id/secret',
  summary:
    'Create a new signing secret; only this response contains it. The previous secret stays valid for a while, so that the receiver can switch.',
  auth: 'user',
  offline: 'never',
  personOnly: 'told',
  age: 'secret_address',
  proven: true,
  params,
  body: z.object({
    /** Hours for which the previous secret also signs. */
    keep_hours: z._default(z.int().check(z.gte(0), z.lte(OLD_SECRET_HOURS_AT_MOST)), OLD_SECRET_HOURS),
  }),
  example: { keep_hours: 0 },
  responses: { 200: z.object({ webhook: webhookSchema, secret: z.string() }) },
  errors: ['validation.failed', 'not_found'],
  limit: 'webhook',
});

export const testWebhook = defineEndpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/api/programs/webhooks/:holder/:webhook_id/test',
  summary: 'Send a test event once. The log has the response.',
  auth: 'user',
  offline: 'never',
  personOnly: 'told',
  age: 'secret_address',
  params,
  responses: { 202: z.object({ event_id: z.string() }) },
  errors: ['validation.failed', 'not_found', 'webhook.ended'],
  limit: 'webhook',
});

export const listWebhookDeliveries = defineEndpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/programs/webhooks/:holder/:webhook_id/deliveries',
  summary: 'The events sent to a webhook in the last 30 days, and those that wait; newest first.',
  auth: 'user',
  personOnly: 'told',
  params,
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  responses: { 200: z.object({ deliveries: z.array(deliverySchema), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'not_found'],
});

export const readWebhookDelivery = defineEndpoint({
  name: 'readWebhookDelivery',
  method: 'GET',
  path: '/api/programs/webhooks/:holder/:webhook_id/deliveries/:event_id',
  summary: 'One event with its body, and each attempt with its response.',
  auth: 'user',
  personOnly: 'told',
  params: deliveryParams,
  responses: { 200: z.object({ delivery: deliverySchema, body: z.string(), tries: z.array(trySchema) }) },
  errors: ['validation.failed', 'not_found'],
});

export const resendWebhookDelivery = defineEndpoint({
  name: 'resendWebhookDelivery',
  method: 'POST',
  path: '/api/programs/webhooks/:holder/:webhook_id/deliveries/:event_id',
  summary: 'Send an event again at once, with the same id.',
  auth: 'user',
  offline: 'never',
  personOnly: 'told',
  age: 'secret_address',
  params: deliveryParams,
  responses: { 202: deliverySchema },
  errors: ['validation.failed', 'not_found', 'webhook.ended'],
  limit: 'webhook',
});

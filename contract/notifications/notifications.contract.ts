import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** A19: an event while the learner was elsewhere. `subject` is a title; the text depends on the kind. */
export const notificationSchema = z.object({
  id: z.string(),
  /** One of `NOTIFICATION_KINDS` (`notices.ts`), or a newer kind, for which a screen shows only the subject. */
  kind: z.string(),
  /** Empty for API keys if the subject is a person's name. */
  subject: z.string(),
  /** Number of delivered and of planned lessons. */
  lessons: z.optional(z.object({ delivered: z.int(), planned: z.int() })),
  task_id: z.nullable(z.string()),
  course_id: z.nullable(z.string()),
  created_at: z.string(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications',
  summary: 'The newest 50 notifications and how many are unread.',
  auth: 'user',
  scopes: ['account:read'],
  responses: { 200: z.object({ notifications: z.array(notificationSchema), unread: z.int() }) },
  errors: [],
  limit: 'poll',
});

export const readNotifications = defineEndpoint({
  name: 'readNotifications',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications as read, up to and including the given one; all if none is given.',
  auth: 'user',
  offline: 'network',
  scopes: ['account:read'],
  readBy: 'sender',
  body: z.object({ up_to: z.optional(identifier) }),
  example: {},
  responses: { 200: z.object({ unread: z.int() }) },
  errors: ['validation.failed'],
});

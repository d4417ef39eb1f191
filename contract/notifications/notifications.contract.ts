import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** A19: an event while the learner was elsewhere. `subject` is the title it is about; the text depends on the kind. */
export const notificationSchema = z.object({
  id: z.string(),
  /** One of `NOTIFICATION_KINDS` (`notices.ts`), or a newer one: then a screen shows the subject alone. */
  kind: z.string(),
  /** Empty for a key where it is somebody's name. */
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
  summary: 'Mark notifications read, up to and including one; all when none is named.',
  auth: 'user',
  scopes: ['account:read'],
  readBy: 'sender',
  body: z.object({ up_to: z.optional(identifier) }),
  example: {},
  responses: { 200: z.object({ unread: z.int() }) },
  errors: ['validation.failed'],
});

import * as z from 'zod/mini';
import { BILLING_NOTICES } from '#contract/billing/notices.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** What the making of clips notifies people of. */
const VIDEO_NOTICES = ['video.completed', 'video.failed'] as const;

/** What translations notify people of. */
const TRANSLATION_NOTICES = ['translation.completed', 'translation.failed'] as const;

/** What reminders say; the subject is the title of a course, or how many questions are due. */
const REMINDER_NOTICES = ['reminder.course', 'reminder.review'] as const;

/** What events notify people of. */
const PLACES_NOTICES = ['event.cancelled', 'event.seat', 'event.seat_offered'] as const;

/** What happens between people that one of them is notified of; the subject is the other's name. */
const PEOPLE_NOTICES = ['connection.requested', 'connection.accepted'] as const;

/** What authors of public texts are notified of; the subject is the beginning of the text. */
const MODERATION_NOTICES = ['text.cleared', 'text.removed', 'author.warned', 'author.suspended'] as const;

/** What the market notifies people of. */
const MARKET_NOTICES = ['market.message', 'market.question', 'market.answer', 'market.taken_down'] as const;

/** What the writing of courses and lessons notifies people of. */
const GENERATION_NOTICES = ['run.completed', 'run.failed', 'run.practice_failed', 'outline.waiting', 'proposal.ready'] as const;

/** What happens in forums and groups that people are notified of; the subject is the title of the post or the name of the group. */
const COMMUNITY_NOTICES = ['post.replied', 'group.requested', 'group.accepted'] as const;

/** What chat notifies people of. */
const CHAT_NOTICES = ['chat.mention'] as const;

/** What people are notified of: a line a feature, each of which lists its own. */
// oxfmt-ignore
export const NOTIFICATION_KINDS = [
  ...GENERATION_NOTICES,
  ...BILLING_NOTICES,
  ...VIDEO_NOTICES,
  ...TRANSLATION_NOTICES,
  ...MARKET_NOTICES,
  ...CHAT_NOTICES,
  ...PEOPLE_NOTICES,
  ...COMMUNITY_NOTICES,
  ...MODERATION_NOTICES,
  ...PLACES_NOTICES,
  ...REMINDER_NOTICES,
] as const;
/** What can wait: in the quiet hours of whom it is for, it is held until they end. The rest is money, safety, or what one asked for oneself. */
export const HELD_IN_QUIET_HOURS: readonly NotificationKind[] = [
  ...MARKET_NOTICES.filter((kind) => kind !== 'market.taken_down'),
  ...CHAT_NOTICES,
  ...PEOPLE_NOTICES,
  ...COMMUNITY_NOTICES,
  ...REMINDER_NOTICES,
  'course.sold',
  'organisation.joined',
];
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** A19: what happened while the learner was elsewhere. `subject` is the title it is about; the words come from the kind. */
export const notificationSchema = z.object({
  id: z.string(),
  /** Of `NOTIFICATION_KINDS`, or one that came later: then a screen shows the subject alone. */
  kind: z.string(),
  subject: z.string(),
  /** Of what was written: so many lessons of so many that were planned. */
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
  owner: 'self',
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
  owner: 'self',
  body: z.object({ up_to: z.optional(z.string()) }),
  responses: { 200: z.object({ unread: z.int() }) },
  errors: ['validation.failed'],
});

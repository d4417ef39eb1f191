import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { BILLING_NOTICES } from '#contract/billing/notices.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { RUN_KINDS, type EndNotice } from '#contract/platform/kinds-of-work.ts';

/** Notification kinds of the ends of runs, by the rows of their kinds; the subject is what was ordered, or the title of its course. */
export const END_NOTICES = Object.values(RUN_KINDS).flatMap(({ notice }): `${EndNotice}.${'completed' | 'failed'}`[] =>
  notice === null ? [] : [`${notice}.completed`, `${notice}.failed`],
);

/** Notification kinds of reminders; the subject is the title of a course, or the number of questions due. */
const REMINDER_NOTICES = ['reminder.course', 'reminder.review'] as const;

/** Notification kinds of events. */
const PLACES_NOTICES = ['event.cancelled', 'event.seat', 'event.seat_offered'] as const;

/** Notification kinds between users; the subject is the other user's name. */
const PEOPLE_NOTICES = ['connection.requested', 'connection.accepted'] as const;

/** Notification kinds for authors of public texts; the subject is the beginning of the text. */
const MODERATION_NOTICES = ['text.cleared', 'text.help', 'text.removed', 'author.warned', 'author.suspended'] as const;

/** Notification kinds of the market. */
const MARKET_NOTICES = ['market.message', 'market.question', 'market.answer', 'market.taken_down'] as const;

/** Notification kinds of writing courses and lessons. */
const GENERATION_NOTICES = ['run.completed', 'run.failed', 'run.practice_failed', 'outline.waiting', 'proposal.ready'] as const;

/** Notification kinds for owners whose courses a batch of operators has changed; the subject is the course's title. */
const OPERATOR_NOTICES = ['operator.rewrote', 'operator.added', 'operator.took_back'] as const;

/** Notification kinds of forums and groups; the subject is the post's title or the group's name. */
const COMMUNITY_NOTICES = ['post.replied', 'group.requested', 'group.accepted'] as const;

/** Notification kinds of classes; the subject is the class's name, or the title of what is assigned. */
const CLASS_NOTICES = [
  'class.joined',
  'class.assigned',
  'class.date',
  'class.due',
  'class.question',
  'class.answer',
  'class.marked',
] as const;

/** Notification kinds of chat. */
const CHAT_NOTICES = ['chat.mention'] as const;

/** All notification kinds, one line per feature. */
// oxfmt-ignore
export const NOTIFICATION_KINDS = [
  ...GENERATION_NOTICES,
  ...BILLING_NOTICES,
  ...END_NOTICES,
  ...MARKET_NOTICES,
  ...OPERATOR_NOTICES,
  ...CHAT_NOTICES,
  ...CLASS_NOTICES,
  ...PEOPLE_NOTICES,
  ...COMMUNITY_NOTICES,
  ...MODERATION_NOTICES,
  ...PLACES_NOTICES,
  ...REMINDER_NOTICES,
] as const;
/** Notifications held until the recipient's quiet hours end. The others concern money, safety, or something the user requested. */
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

/** Notifications whose subject is a person's name. Programs with a key get them without it: whether somebody is a child for whom nobody has agreed may change. */
export const NAMING_NOTICES: readonly NotificationKind[] = [...PEOPLE_NOTICES, ...CHAT_NOTICES, 'organisation.joined'];

/** A19: an event while the learner was elsewhere. `subject` is the title it is about; the text depends on the kind. */
export const notificationSchema = z.object({
  id: z.string(),
  /** One of `NOTIFICATION_KINDS`, or a newer one: then a screen shows the subject alone. */
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

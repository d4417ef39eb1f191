import { BILLING_NOTICES } from '#contract/billing/notices.ts';
import { RUN_KINDS, type EndNotice } from '#contract/platform/kinds-of-work.ts';

// separate from the endpoints: screens do not need these lists, which would add the table of all kinds of work to their bundle

/** Notification kinds for the end of runs, from the table of kinds of run; the subject is the request, or the title of its course. */
export const END_NOTICES = Object.values(RUN_KINDS).flatMap(({ notice }): `${EndNotice}.${'completed' | 'failed'}`[] =>
  notice === null ? [] : [`${notice}.completed`, `${notice}.failed`],
);

/** Notification kinds for reminders; the subject is the title of a course, or the number of questions due. */
const REMINDER_NOTICES = ['reminder.course', 'reminder.review'] as const;

/** Notification kinds for events. */
const PLACES_NOTICES = ['event.cancelled', 'event.seat', 'event.seat_offered'] as const;

/** Notification kinds between users; the subject is the other user's name. */
const PEOPLE_NOTICES = ['connection.requested', 'connection.accepted'] as const;

/** Notification kinds for authors of public texts; the subject is the beginning of the text. */
const MODERATION_NOTICES = ['text.cleared', 'text.help', 'text.removed', 'author.warned', 'author.suspended'] as const;

/** Notification kinds for the market. */
const MARKET_NOTICES = ['market.message', 'market.question', 'market.answer', 'market.taken_down'] as const;

/** Notification kinds for writing courses and lessons. */
const GENERATION_NOTICES = ['run.completed', 'run.failed', 'run.practice_failed', 'outline.waiting', 'proposal.ready'] as const;

/** Notification kinds for owners whose courses an operators' batch has changed; the subject is the course's title. */
const OPERATOR_NOTICES = ['operator.rewrote', 'operator.added', 'operator.took_back'] as const;

/** Notification kinds for forums and groups; the subject is the post's title or the group's name. */
const COMMUNITY_NOTICES = ['post.replied', 'group.requested', 'group.accepted'] as const;

/** Notification kinds for classes; the subject is the class's name, or the title of the assignment. */
const CLASS_NOTICES = [
  'class.joined',
  'class.assigned',
  'class.date',
  'class.due',
  'class.question',
  'class.answer',
  'class.marked',
] as const;

/** Notification kinds for chat. */
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
/** Notifications that wait until the recipient's quiet hours end. All others concern money, safety, or something the user requested. */
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

/** Notifications whose subject is a person's name, which API keys do not receive: that person may become a child without consent. */
export const NAMING_NOTICES: readonly NotificationKind[] = [...PEOPLE_NOTICES, ...CHAT_NOTICES, 'organisation.joined'];

/** Kinds that are pushed, grouped by the setting that turns them on and off. All others appear only in the bell. */
export const PUSHED_KINDS = {
  runs: ['run.completed', 'run.failed', 'run.practice_failed', 'outline.waiting', 'proposal.ready', ...END_NOTICES],
  replies: [
    'post.replied',
    'market.answer',
    'market.question',
    'chat.mention',
    'class.assigned',
    'class.date',
    'class.due',
    'class.question',
    'class.answer',
    'class.marked',
  ],
  reminders: [...REMINDER_NOTICES],
} as const satisfies Record<string, readonly NotificationKind[]>;
export type PushedKind = (typeof PUSHED_KINDS)[keyof typeof PUSHED_KINDS][number];

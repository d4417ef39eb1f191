import type { ContinueCourse } from '#contract/progress/reading-place.contract.ts';
import { shortened } from '#contract/platform/shortened.ts';
import type { LinkKind } from '#domain/platform/links/secret-link.ts';
import type { MailScope } from '#contract/settings/unsubscribe.contract.ts';
import type { Template } from './mail-parts.ts';
import { accountDeletion } from './templates/account-deletion.ts';
import { courseFinished } from './templates/course-finished.ts';
import { assignmentDate, assignmentDue, classWeek, invite, organisationAdded, organisationLeft } from './templates/organisation-mails.ts';
import { organisationReady } from './templates/organisation-ready.ts';
import { paymentDisputed } from './templates/payment-disputed.ts';
import { paymentFailed } from './templates/payment-failed.ts';
import { paymentConfirmed, paymentReview, refund, refundFailed } from './templates/payment-mails.ts';
import { receipt } from './templates/receipt.ts';
import { securityChanged } from './templates/security-changed.ts';
import { signInNotice } from './templates/sign-in-notice.ts';
import { trialBegun, trialEnding } from './templates/trial-ending.ts';
import type { Speech } from './words.ts';

/** Browser and system, where known; `link` to the page for ending sessions. */
interface NewDeviceData {
  readonly first_name: string;
  readonly at: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly link: string;
}

/** Informs the owner of a sign-in with a new browser. */
const newDevice: Template<NewDeviceData> = ({ first_name, at, browser, system, link }, { t, moment }) => {
  const device = browser && system ? t('{browser} on {system}', { browser, system }) : (browser ?? system ?? t('an unknown device'));
  return {
    subject: t('New sign-in to your {product} account'),
    paragraphs: [
      t('Hello {name},', { name: first_name }),
      t('someone signed in to your account from a device we have not seen before:'),
      {
        rows: [
          [t('When'), moment(at)],
          [t('Device'), device],
        ],
      },
      t('If it was you, you do not need to do anything. If not, end that session and change your password right away:'),
      { label: t('Review your sessions'), link },
    ],
  };
};

/**
 * `title` and `lesson` to continue with, or null when only `reviews` (questions and cards) are due; `day`: the lesson's day or week in the
 * course's pace, and how many lessons of it are left, if the course has one; `link` to the screen with what is next.
 */
interface CourseReminderData {
  readonly first_name: string;
  readonly title: string | null;
  readonly lesson: string | null;
  readonly day: ContinueCourse['day'] | null;
  readonly reviews: number;
  readonly link: string;
}

/** The daily reminder, for users who want one. */
const courseReminder: Template<CourseReminderData> = ({ first_name, title, lesson, day, reviews, link }, { t }) => ({
  subject: title === null ? waiting(t, reviews) : t('Continue “{title}”', { title: shortened(title, 60) }),
  paragraphs: [
    title === null
      ? t('Hello {name}, five minutes of review help you remember what you have learned.', { name: first_name })
      : t('Hello {name}, the next lesson in “{title}” is “{lesson}”.', { name: first_name, title, lesson: lesson ?? '' }),
    ...(day ? [dayWords(t, day)] : []),
    ...(reviews > 0 ? [waiting(t, reviews)] : []),
    { label: t('Start today’s five minutes'), link },
    t('You receive this email at most once a day because course reminders are on in your settings.'),
  ],
});

const dayWords = (t: Speech['t'], { unit, number, of, left }: NonNullable<ContinueCourse['day']>): string =>
  unit === 'day'
    ? t('Day {number} of {of}: {left, plural, one {# lesson is left} other {# lessons are left}}.', { number, of, left })
    : t('Week {number} of {of}: {left, plural, one {# lesson is left} other {# lessons are left}}.', { number, of, left });

const waiting = (t: Speech['t'], n: number): string =>
  t('{n, plural, one {A question or card is due for review} other {# questions and cards are due for review}}', { n });

/** `value` has passed `threshold`; `subject` is a queue or service, or '' for the whole installation. */
interface OperatorAlertData {
  readonly rule: string;
  readonly summary: string;
  readonly subject: string;
  readonly value: number;
  readonly threshold: number;
  readonly link: string;
  /** When an operator must have acted. */
  readonly due_at?: string;
}

/** Informs operators of an alert. */
const operatorAlert: Template<OperatorAlertData> = ({ rule, summary, subject, value, threshold, link, due_at }, { moment }) => ({
  subject: `${due_at === undefined ? '' : `By ${moment(due_at)}: `}Alert: ${rule}${subject === '' ? '' : ` (${subject})`}`,
  paragraphs: [
    summary,
    {
      rows: [
        ...(due_at === undefined ? [] : ([['By', moment(due_at)]] as const)),
        ['Where', subject === '' ? 'the whole installation' : subject],
        // an alarm has no measured value
        ...(threshold === 0
          ? []
          : ([
              ['Now', String(Math.round(value * 100) / 100)],
              ['Threshold', String(threshold)],
            ] as const)),
      ],
    },
    { label: 'Open the console', link },
  ],
});

/** `about` and `text` are the creator's; `link` to the page of the course, `course_id`, where its messages can be turned off. */
interface CourseMessageData {
  readonly first_name: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
  readonly link: string;
  readonly course_id: string;
}

/** Sends a creator's message to a student. */
const courseMessage: Template<CourseMessageData> = ({ first_name, title, about, text, link }, { t }) => ({
  subject: `${about} (${shortened(title, 60)})`,
  paragraphs: [
    t('Hello {name}, the creator of “{title}” has sent this message to everyone who has the course:', { name: first_name, title }),
    ...text.split(/\n{2,}/),
    { label: t('Open the course or turn off its messages'), link },
    t(
      'You receive this email because you have this course on {product} and email notifications are on. You can turn off messages from this course on its page, or all such emails in your settings.',
    ),
  ],
});

/** `link` to the course in the studio. */
interface CourseTakenDownData {
  readonly first_name: string;
  readonly title: string;
  readonly reason: string;
  readonly link: string;
}

/** Informs a creator that a course was taken down, and why. */
const courseTakenDown: Template<CourseTakenDownData> = ({ first_name, title, reason, link }, { t }) => ({
  subject: t('Your course was removed from the {product} marketplace'),
  paragraphs: [
    t('Hello {name}, we have removed your course “{title}” from the marketplace.', { name: first_name, title }),
    t('Reason: {reason}', { reason }),
    t(
      'People who have the course keep it, and you keep what you have earned. Contact us once you have fixed the problem, or if you disagree.',
    ),
    { label: t('Open the course in your studio'), link },
  ],
});

/** Asks a parent for consent to a user under 18, which the parent gives on a separate page. */
const parentalConsent: Template<{ first_name: string; link: string }> = ({ first_name, link }, { t }) => ({
  subject: t('{name} asks for your consent on {product}', { name: first_name }),
  paragraphs: [
    t('Hello,'),
    t(
      '{name} has an account on {product}, a learning platform, and named you as their parent or guardian. Anyone under 18 needs your consent for some features; children under 13 need it for everything that involves other people.',
      { name: first_name },
    ),
    { label: t('Read more and decide'), link },
    t(
      'The link works for a year. You can also use it to withdraw your consent. If you do not know what this is about, you can ignore this email.',
    ),
  ],
});

/** Informs the owner of an address that somebody, possibly the owner, tried to register it. */
const accountExists: Template<{ first_name: string; link: string }> = ({ first_name, link }, { t }) => ({
  subject: t('You already have a {product} account'),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    t(
      'someone tried to create a {product} account with this address. You already have one, and nothing was changed. If it was you, sign in or choose a new password:',
    ),
    { label: t('Choose a new password'), link },
    t('If it was not you, you can ignore this email. We send it at most once a day.'),
  ],
});

/** Asks a user to verify their address. */
const verifyEmail: Template<{ first_name: string; link: string }> = ({ first_name, link }, { t }) => ({
  subject: t('Confirm your email address for {product}'),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    t(
      'a {product} account was created with this address. Please confirm that the address is yours, so that emails about your account reach you.',
    ),
    { label: t('Confirm this address'), link },
    t('The link works once, within seven days. If it was not you, you can ignore this email.'),
  ],
});

/** Lets a user who has lost the password choose a new one. */
const resetPassword: Template<{ first_name: string; link: string }> = ({ first_name, link }, { t }) => ({
  subject: t('Choose a new password for {product}'),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    t('someone, most likely you, asked to reset the password for this address.'),
    { label: t('Choose a new password'), link },
    t(
      'The link works once, within one hour. Your password stays the same until you choose a new one. If it was not you, you can ignore this email.',
    ),
  ],
});

/** Informs the owner that the password was changed, in case an attacker changed it. */
const passwordChanged: Template<{ first_name: string; at: string; link: string }> = ({ first_name, at, link }, { t, moment }) => ({
  subject: t('Your {product} password was changed'),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    t('the password of your account was changed on {time}. Other devices have been signed out.', { time: moment(at) }),
    t('If it was not you, choose a new password right away:'),
    { label: t('Choose a new password'), link },
  ],
});

/** Informs operators about a message to sales; its text is only in the console. */
const salesMessages: Template<{ readonly link: string }> = ({ link }) => ({
  subject: 'Messages to sales are waiting',
  paragraphs: ['In the last hour somebody wrote to sales about a plan for an organisation.', { label: 'Open the messages', link }],
});

/** `address` that events were sent to; `link` to the page of webhooks. */
interface WebhookEndedData {
  readonly first_name: string;
  readonly address: string;
  readonly why: 'failing' | 'gone' | 'left';
  readonly link: string;
}

/** Informs the owner of a webhook that nothing is sent to it any more. */
const webhookEnded: Template<WebhookEndedData> = ({ first_name, address, why, link }, { t }) => ({
  subject: t('One of your {product} webhooks was turned off'),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    {
      gone: t('this address responded that it is permanently gone (410), so we no longer send events to it:'),
      failing: t('this address has not accepted an event for three days, so we no longer send events to it:'),
      left: t(
        'the person who set up this address for your organisation is no longer an owner, or their account was closed or its password reset, so we no longer send events to it:',
      ),
    }[why],
    { rows: [[t('Address'), address]] },
    why === 'left'
      ? t('If your organisation still needs it, renew its secret and turn the webhook back on. From then on it is yours.')
      : t(
          'The log shows the responses. Once the address works again, turn the webhook back on; you can resend missed events from the log.',
        ),
    { label: t('See your webhooks'), link },
  ],
});

/** All mails of the product, by kind. */
export const TEMPLATES = {
  'verify-email': verifyEmail,
  'reset-password': resetPassword,
  'parental-consent': parentalConsent,
  'password-changed': passwordChanged,
  'security-changed': securityChanged,
  'new-device': newDevice,
  receipt,
  'payment-confirmed': paymentConfirmed,
  'payment-disputed': paymentDisputed,
  'payment-failed': paymentFailed,
  'payment-review': paymentReview,
  'trial-begun': trialBegun,
  'trial-ending': trialEnding,
  invite,
  'organisation-ready': organisationReady,
  'sign-in-notice': signInNotice,
  'organisation-added': organisationAdded,
  'organisation-left': organisationLeft,
  refund,
  'refund-failed': refundFailed,
  'account-deletion': accountDeletion,
  'account-exists': accountExists,
  'assignment-date': assignmentDate,
  'assignment-due': assignmentDue,
  'class-week': classWeek,
  'course-finished': courseFinished,
  'course-message': courseMessage,
  'course-reminder': courseReminder,
  'course-taken-down': courseTakenDown,
  'operator-alert': operatorAlert,
  'sales-messages': salesMessages,
  'webhook-ended': webhookEnded,
};

export type MailKind = keyof typeof TEMPLATES;
type TemplateData<K extends MailKind> = Parameters<(typeof TEMPLATES)[K]>[0];

/**
 * The data of a mail. A secret link is stored as its `seed`, from which the sending worker derives it
 * (`domain/platform/links/secret-link.ts`); other links are paths of this product, such as `/billing`.
 */
export type MailData<K extends MailKind> = K extends LinkKind ? Omit<TemplateData<K>, 'link'> & { readonly seed: string } : TemplateData<K>;

type TextKeys<D> = { [K in keyof D]-?: NonNullable<D[K]> extends string ? K : TextKeysOfPart<NonNullable<D[K]>> }[keyof D];
type TextKeysOfPart<P> = P extends readonly unknown[] ? never : P extends object ? TextKeys<P> : never;
type TextKey = { [K in MailKind]: TextKeys<TemplateData<K>> }[MailKind];

/**
 * The author of each text that mails contain, by key. `us`: we, or data that we recorded, such as a day or an order's number. `name`: a
 * person, so the text is left out unless it is a name (`isGreetingName`), because a mail to any address must not carry a stranger's link.
 * `letter`: a person, whose text is the purpose of the mail.
 */
export const WRITTEN_BY: Readonly<Record<TextKey, 'us' | 'name' | 'letter'>> = {
  first_name: 'name',
  inviter: 'name',
  organisation: 'name',
  name: 'name',
  title: 'name',
  lesson: 'name',
  about: 'name',
  description: 'name',
  what: 'name',
  text: 'letter',
  address: 'letter',
  reason: 'letter',
  summary: 'us',
  rule: 'us',
  subject: 'us',
  link: 'us',
  why: 'us',
  plan: 'us',
  change: 'us',
  outcome: 'us',
  occasion: 'us',
  interval: 'us',
  unit: 'us',
  reference: 'us',
  order: 'us',
  course_id: 'us',
  domain: 'us',
  browser: 'us',
  system: 'us',
  at: 'us',
  date: 'us',
  due_at: 'us',
  was_due_at: 'us',
  starts_at: 'us',
  ends_at: 'us',
  time_zone: 'us',
};

/** Tells whether a person wrote the text of a key as a name. Keys of older mails, which no template reads any more, count as ours. */
export const isNameKey = (key: string): boolean => Object.hasOwn(WRITTEN_BY, key) && WRITTEN_BY[key as TextKey] === 'name';

/** Mails that neither the account nor money requires, with the scope of their unsubscribe link. Older mails may lack the course. */
export const UNSUBSCRIBED_BY: { readonly [K in MailKind]?: (data: Record<string, unknown>) => { scope: MailScope; courseId: string } } = {
  'assignment-date': () => ({ scope: 'email', courseId: '' }),
  'assignment-due': () => ({ scope: 'reminders', courseId: '' }),
  'class-week': () => ({ scope: 'email', courseId: '' }),
  'course-finished': () => ({ scope: 'email', courseId: '' }),
  'course-reminder': () => ({ scope: 'reminders', courseId: '' }),
  'course-message': ({ course_id }) =>
    typeof course_id === 'string' ? { scope: 'course_messages', courseId: course_id } : { scope: 'email', courseId: '' },
};

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(TEMPLATES, kind);

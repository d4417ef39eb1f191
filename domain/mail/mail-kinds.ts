import type { LinkKind } from '#domain/platform/links/secret-link.ts';
import type { MailScope } from '#contract/settings/unsubscribe.contract.ts';
import { accountDeletion } from './templates/account-deletion.ts';
import { accountExists } from './templates/account-exists.ts';
import { courseFinished } from './templates/course-finished.ts';
import { courseMessage } from './templates/course-message.ts';
import { courseReminder } from './templates/course-reminder.ts';
import { courseTakenDown } from './templates/course-taken-down.ts';
import { invite } from './templates/invite.ts';
import { newDevice } from './templates/new-device.ts';
import { operatorAlert } from './templates/operator-alert.ts';
import { organisationReady } from './templates/organisation-ready.ts';
import { parentalConsent } from './templates/parental-consent.ts';
import { passwordChanged } from './templates/password-changed.ts';
import { paymentConfirmed } from './templates/payment-confirmed.ts';
import { paymentDisputed } from './templates/payment-disputed.ts';
import { paymentFailed } from './templates/payment-failed.ts';
import { receipt } from './templates/receipt.ts';
import { refund } from './templates/refund.ts';
import { refundFailed } from './templates/refund-failed.ts';
import { resetPassword } from './templates/reset-password.ts';
import { securityChanged } from './templates/security-changed.ts';
import { salesMessages } from './templates/sales-messages.ts';
import { trialBegun } from './templates/trial-begun.ts';
import { trialEnding } from './templates/trial-ending.ts';
import { verifyEmail } from './templates/verify-email.ts';

/** Every mail of the product, by kind. */
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
  'trial-begun': trialBegun,
  'trial-ending': trialEnding,
  invite,
  'organisation-ready': organisationReady,
  refund,
  'refund-failed': refundFailed,
  'account-deletion': accountDeletion,
  'account-exists': accountExists,
  'course-finished': courseFinished,
  'course-message': courseMessage,
  'course-reminder': courseReminder,
  'course-taken-down': courseTakenDown,
  'operator-alert': operatorAlert,
  'sales-messages': salesMessages,
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
 * Who has written each text that mails put in, by its key. `us`: we, or something we wrote down, such as a day or a number of an order.
 * `name`: a person, so it is left out unless it is a name (`isGreetingName`): a mail to any address must not carry a stranger's link.
 * `letter`: a person, as the very thing that the mail is there to bring.
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
  reason: 'letter',
  summary: 'us',
  rule: 'us',
  subject: 'us',
  link: 'us',
  plan: 'us',
  change: 'us',
  outcome: 'us',
  occasion: 'us',
  interval: 'us',
  reference: 'us',
  order: 'us',
  course_id: 'us',
  browser: 'us',
  system: 'us',
  at: 'us',
  date: 'us',
  due_at: 'us',
  starts_at: 'us',
  ends_at: 'us',
};

/** Tells whether a person wrote the text of a key as a name. Keys of older mails, which no template reads any more, are ours. */
export const isNameKey = (key: string): boolean => Object.hasOwn(WRITTEN_BY, key) && WRITTEN_BY[key as TextKey] === 'name';

/** Mails that neither the account nor money requires, with the scope of their unsubscribe link. Older mails may lack the course. */
export const UNSUBSCRIBED_BY: { readonly [K in MailKind]?: (data: Record<string, unknown>) => { scope: MailScope; courseId: string } } = {
  'course-finished': () => ({ scope: 'email', courseId: '' }),
  'course-reminder': () => ({ scope: 'reminders', courseId: '' }),
  'course-message': ({ course_id }) =>
    typeof course_id === 'string' ? { scope: 'course_messages', courseId: course_id } : { scope: 'email', courseId: '' },
};

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(TEMPLATES, kind);

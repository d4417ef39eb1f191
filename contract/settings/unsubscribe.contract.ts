import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/**
 * Kinds of mails with an unsubscribe link: messages about one marketplace course, reminders, or all mails that neither the account nor
 * payments require.
 */
export const MAIL_SCOPES = ['course_messages', 'email', 'reminders'] as const;
export type MailScope = (typeof MAIL_SCOPES)[number];

const token = z.string().check(z.minLength(1), z.maxLength(400));
const mailChoice = z.object({
  scope: z.enum(MAIL_SCOPES),
  /** Title of the course, for messages about a course. */
  title: z.nullable(z.string()),
  /** Whether these mails are off now. */
  is_off: z.boolean(),
});
export type MailChoiceShown = z.infer<typeof mailChoice>;

/** A POST, because URLs are logged. */
export const readMailChoice = defineEndpoint({
  name: 'readMailChoice',
  method: 'POST',
  path: '/api/unsubscribe/read',
  summary: 'The kind of emails to which an unsubscribe link applies, and whether they are turned off.',
  auth: 'public',
  publicAs: 'mail_link',
  link: { goesOn: 'mails can always be stopped' },
  body: z.object({ token }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA' },
  responses: { 200: mailChoice },
  errors: ['validation.failed', 'auth.link_invalid'],
});

export const saveMailChoice = defineEndpoint({
  name: 'saveMailChoice',
  method: 'PUT',
  path: '/api/unsubscribe',
  summary: 'Stop these emails, or turn them back on, without signing in.',
  auth: 'public',
  publicAs: 'mail_link',
  link: { goesOn: 'mails can always be stopped' },
  body: z.object({ token, is_off: z.boolean() }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA', is_off: true },
  responses: { 200: mailChoice },
  errors: ['validation.failed', 'auth.link_invalid'],
});

/** The URL in `List-Unsubscribe`: a GET shows the page, a mail program's POST unsubscribes (RFC 8058). */
export const unsubscribeAtOnce = defineEndpoint({
  name: 'unsubscribeAtOnce',
  method: 'POST',
  path: '/unsubscribe',
  summary: 'One-click unsubscribe for email clients (RFC 8058). The body is ignored.',
  auth: 'public',
  publicAs: 'mail_link',
  link: { goesOn: 'mails can always be stopped' },
  query: z.object({ token }),
  responses: { 200: mailChoice },
  errors: ['validation.failed', 'auth.link_invalid'],
});

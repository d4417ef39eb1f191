import * as z from 'zod/mini';
import { birthYear } from './birth-year.ts';
import { PASSWORD } from '#contract/identity/identity.contract.ts';
import { PASSKEYS_AT_MOST, passkeySchema } from '#contract/identity/passkeys.contract.ts';
import { linkedSchema, PROVIDERS } from '#contract/identity/providers.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Days between a deletion request and the deletion, during which it can be cancelled. */
export const DELETION_GRACE_DAYS = 14;

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
const token = z.string().check(z.minLength(1), z.maxLength(200));
/** An existing password, which may be older than the current rule. */
const known = z.string().check(z.minLength(1), z.maxLength(1024));
const chosen = z.string().check(z.minLength(PASSWORD.min), z.maxLength(PASSWORD.max));

/** The age verification, with the specified field names (PROF-03). */
export const ageVerificationSchema = z.object({
  /**
   * Another person has confirmed the age: a parent for users under 18, or a school for users under 13. A year that only the user gave is
   * not verified.
   */
  verified: z.boolean(),
  /** The age reached this year; null if unknown. */
  age: z.nullable(z.int()),
  /** A parent or a school has confirmed their consent. */
  parentalConsent: z.boolean(),
  /** Under 18: some features are off until a parent agrees. Under 13: the account is pending until a parent or a school agrees. */
  requiresParentalConsent: z.boolean(),
});
export type AgeVerification = z.infer<typeof ageVerificationSchema>;

/** The fields of the account page besides the user record. Times are ISO. */
const accountSchema = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  /** null: unknown, which counts as a minor (A17). */
  birth_year: z.nullable(z.int()),
  age_verification: ageVerificationSchema,
  /** When the account will be deleted; null unless its owner requested the deletion. */
  deletion_due_at: z.nullable(z.string()),
  /** Subscriptions and courses that a deletion would end. */
  deletion_ends: z.object({
    /** A paid plan, which ends immediately with the account. */
    plan: z.boolean(),
    /** An organisation that the user owns: it keeps its paid period until `ends_at`, without an owner. Null without a paid organisation. */
    organisation: z.nullable(z.object({ name: z.string(), ends_at: z.string() })),
    /** Earnings of the user's courses that could not be paid out after the deletion, in dollars; null if none. */
    earnings: z.nullable(
      z.object({
        amount: z.number(),
        /** `minimum`: too little for a payout; `account`: no Stripe account to pay to. */
        reason: z.enum(['minimum', 'account']),
      }),
    ),
  }),
  /** Whether this installation can send mail. */
  mail_configured: z.boolean(),
});
export type AccountDetails = z.infer<typeof accountSchema>;

const sessionSchema = z.object({
  session_id: z.string(),
  user_agent: z.string(),
  created_at: z.string(),
  /** When the session was last renewed: up to ten minutes ago while it is in use. */
  last_seen_at: z.string(),
  /** Whether this is the session of the call. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof sessionSchema>;

const done = z.object({ message: z.string() });

export const getAccount = defineEndpoint({
  name: 'getAccount',
  method: 'GET',
  path: '/api/auth/account',
  summary: 'Email verification, birth year and a pending deletion of the signed-in account.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: accountSchema },
  errors: [],
});

export const sendVerification = defineEndpoint({
  name: 'sendVerification',
  method: 'POST',
  path: '/api/auth/verification',
  summary: 'Email another link that verifies the email address; earlier links still work.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  /** `next`: path of the page to which the link in the mail returns. */
  body: z.optional(
    z.object({
      next: z.optional(
        z
          .string()
          .check(
            z.maxLength(300),
            z.regex(/^(\/[\w~-]+)+$/, 'Must be a path of this site, such as /plans.'),
            z.meta({ examples: ['/plans'] }),
          ),
      ),
    }),
  ),
  example: {},
  responses: { 202: z.object({ message: z.string(), email_verified: z.boolean() }) },
  errors: ['limits.rate'],
  limit: 'mail-me',
});

export const verifyEmail = defineEndpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Verify an email address with the token of the mailed link. Works once, for seven days.',
  auth: 'public',
  publicAs: 'mail_link',
  link: { goesOn: 'proves an address; signing in is refused' },
  body: z.object({ token }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA' },
  responses: { 200: done },
  errors: ['validation.failed', 'auth.link_invalid', 'limits.rate'],
  limit: 'link',
});

/** Gives the same answer, after the same time, whether or not an account has that address. */
export const forgotPassword = defineEndpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/api/auth/password/forgot',
  summary: 'Email a link with which the owner of an address can choose a new password.',
  auth: 'public',
  publicAs: 'sign_in',
  link: 'no_secret',
  body: z.object({ email }),
  example: { email: 'ada@example.com' },
  responses: { 202: z.object({ message: z.string(), mail_configured: z.boolean() }) },
  errors: ['validation.failed', 'limits.rate'],
  limit: 'forgot',
});

/** Does not consume the link. */
export const readReset = defineEndpoint({
  name: 'readReset',
  method: 'POST',
  path: '/api/auth/password/reset/ways-in',
  summary: 'The other sign-in methods of a password reset link’s account, which its owner may want to remove too.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'goes with the reset: names what else signs in, and nothing of the account' },
  body: z.object({ token }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA' },
  responses: {
    200: z.object({
      /** False: the address is not verified yet. The reset verifies it, and removes every sign-in method that was set up before. */
      proven: z.boolean(),
      /** Two-step sign-in is on, so the reset needs a code. */
      second_factor: z.boolean(),
      passkeys: z.array(passkeySchema),
      providers: linkedSchema.shape.linked,
    }),
  },
  errors: ['validation.failed', 'auth.link_invalid', 'limits.rate'],
  limit: 'link',
});
export type WaysIn = z.infer<(typeof readReset.responses)[200]>;

export const resetPassword = defineEndpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/auth/password/reset',
  summary:
    'Choose a new password with the token of the mailed link, which works once, for one hour. Ends all sessions, revokes all API keys, and removes the passkeys and providers that are named. With two-step sign-in on it needs a code; an address that nobody has proved before is proved by it, which ends whatever was set up for the account.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'sets a password; signing in is refused' },
  body: z.object({
    token,
    password: chosen,
    /** A code of the authenticator, or a recovery code. */
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    /** Ids of passkeys to remove. Unknown ids are ignored. */
    end_passkeys: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(PASSKEYS_AT_MOST))),
    end_providers: z.optional(z.array(z.enum(PROVIDERS)).check(z.maxLength(PROVIDERS.length))),
  }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA', password: 'bees dance at noon' },
  responses: { 200: done },
  errors: ['validation.failed', 'auth.link_invalid', 'auth.code_needed', 'auth.code_wrong', 'limits.rate'],
  limit: 'link',
});

export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/api/auth/password/change',
  summary: 'Change the password. Ends all other sessions; API keys stay, as they do not depend on it.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  body: z.object({ current: known, new: chosen }),
  example: { current: 'bees dance at noon', new: 'bees sleep in winter' },
  responses: { 200: z.object({ message: z.string(), ended: z.int() }) },
  errors: ['validation.failed', 'auth.password_wrong', 'limits.rate'],
  limit: 'password',
});

export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'The account’s sessions: this session first, then the most recently used; at most 100.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: z.object({ sessions: z.array(sessionSchema), /** Active API keys that act for the account. */ api_keys: z.int() }) },
  errors: [],
});

export const endSession = defineEndpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/auth/sessions/:session_id',
  summary: 'Sign one of the account’s sessions out.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  params: z.object({ session_id: z.string() }),
  responses: { 200: done },
  errors: ['not_found'],
});

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'Sign out all other sessions and, if requested, revoke the API keys that act for the account.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  query: z.object({ api_keys: z.optional(z.enum(['end'])) }),
  responses: { 200: z.object({ ended: z.int(), ended_keys: z.int() }) },
  errors: [],
});

export const setBirthYear = defineEndpoint({
  name: 'setBirthYear',
  method: 'PUT',
  path: '/api/auth/birth-year',
  summary:
    'Tell the year of birth, or take it back with null. Who has not told it is treated as a minor. Under 18 it stays: only a parent who has agreed or an operator changes it. Under 13 the account is pending until a parent or a school has agreed.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'no_text',
  body: z.object({
    birth_year: z.nullable(birthYear),
  }),
  example: { birth_year: 1990 },
  responses: { 200: accountSchema },
  errors: ['validation.failed', 'age.fixed'],
});

export const requestDeletion = defineEndpoint({
  name: 'requestDeletion',
  method: 'POST',
  path: '/api/auth/deletion',
  summary: 'Delete the account in 14 days. Ends all sessions, including this one; until then the user can sign in and cancel.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  body: z.object({ password: known }),
  example: { password: 'bees dance at noon' },
  responses: { 200: z.object({ deletion_due_at: z.string() }) },
  errors: ['validation.failed', 'auth.password_wrong', 'limits.rate'],
  limit: 'password',
});

/** Idempotent: also succeeds for an account without a deletion request. */
export const cancelDeletion = defineEndpoint({
  name: 'cancelDeletion',
  method: 'DELETE',
  path: '/api/auth/deletion',
  summary: 'Cancel the account’s deletion.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  responses: { 200: accountSchema },
  errors: [],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { OPENING_PLACES } from './opening-place.ts';
import { maybeName, visibleName } from '#contract/platform/visible-name.ts';

/**
 * The user record of the specification (AUTH-18), plus roles (G27), a pending deletion, and the facts that decide which screen opens first.
 */
export const userSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** First and last name (AUTH-30). */
  name: z.string(),
  subscription_status: z.enum(['free', 'trial', 'active']),
  subscription_plan: z.nullable(z.string()),
  subscription_expires: z.nullable(z.string()),
  trial_used: z.boolean(),
  courses_saved: z.array(z.string()),
  roles: z.array(z.enum(['learner', 'creator', 'operator', 'admin'])),
  /** When the account will be deleted; only with a pending deletion. */
  deletion_due_at: z.optional(z.string()),
  /** The screen that opens after sign-in; only if the user has chosen one. */
  opens_on: z.optional(z.enum(OPENING_PLACES)),
  /** Present while no device has reported the user's time zone. */
  lacks_time_zone: z.optional(z.literal(true)),
  /** Present when the user has a course: generated, imported or enrolled in. */
  has_courses: z.optional(z.literal(true)),
});
export type User = z.infer<typeof userSchema>;

export const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string(), user: userSchema });
export type SessionAnswer = z.infer<typeof sessionSchema>;

/** The password was right and two-step sign-in is on: the sign-in is complete only after `finishSignIn` with this token and a code. */
export const pendingSchema = z.object({ second_factor: z.object({ token: z.string(), expires_at: z.string() }) });
export type PendingAnswer = z.infer<typeof pendingSchema>;

/** Password rule (G24): 8-128 characters at registration; sign-in accepts any password that was stored. */
export const PASSWORD = { min: 8, max: 128 } as const;
const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
const name = visibleName(100);

export const login = defineEndpoint({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in with email and password.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'refuses suspended accounts when it opens the session' },
  body: z.object({ email, password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  example: { email: 'ada@example.com', password: 'bees dance at noon' },
  responses: { 200: sessionSchema, 202: pendingSchema },
  errors: ['auth.organisation_required', 'auth.suspended', 'validation.failed', 'auth.invalid_credentials', 'limits.rate'],
  limit: 'login',
});

export const register = defineEndpoint({
  name: 'register',
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'makes an account: there was none' },
  body: z.object({
    email,
    password: z.string().check(z.minLength(PASSWORD.min), z.maxLength(PASSWORD.max)),
    first_name: name,
    /** Empty for people with a single name. */
    last_name: maybeName(100),
    terms_accepted: z.literal(true),
    marketing_consent: z._default(z.boolean(), false),
    /** The caller's interface language (BCP 47), used for mails. Unknown languages are ignored. */
    interface_language: z.optional(z.string().check(z.maxLength(20))),
  }),
  example: { email: 'ada@example.com', password: 'bees dance at noon', first_name: 'Ada', last_name: 'Okafor', terms_accepted: true },
  responses: { 201: sessionSchema },
  errors: ['auth.organisation_required', 'validation.failed', 'auth.email_taken', 'limits.rate'],
  limit: 'register',
});

export const me = defineEndpoint({
  name: 'me',
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in user.',
  auth: 'user',
  scopes: ['account:read'],
  responses: { 200: z.object({ user: userSchema }) },
  errors: [],
});

/** G22: the answer adds the rotated refresh_token. */
export const refresh = defineEndpoint({
  name: 'refresh',
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'Exchange a refresh token for a new access token.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'refuses sessions of suspended accounts; those have ended' },
  body: z.object({ refresh_token: z.string().check(z.minLength(1), z.maxLength(256)) }),
  example: { refresh_token: 'c2VjcmV0LW9mLWEtbWFpbA' },
  responses: { 200: z.object({ access_token: z.string(), refresh_token: z.string() }) },
  errors: ['validation.failed', 'auth.refresh_invalid', 'limits.rate'],
  limit: 'refresh',
});

/** Idempotent: also succeeds when repeated, or without a session. */
export const logout = defineEndpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out of this session.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'ends a session, and shows nothing' },
  body: z.optional(z.object({ refresh_token: z.optional(z.string().check(z.maxLength(256))) })),
  example: {},
  responses: { 200: z.object({ message: z.string() }) },
  errors: [],
});

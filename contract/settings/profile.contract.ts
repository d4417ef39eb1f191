import * as z from 'zod/mini';
import { tokenBalanceSchema } from '#contract/billing/wallet.contract.ts';
import { ageVerificationSchema } from '#contract/identity/account.contract.ts';
import { userSchema } from '#contract/identity/identity.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { maybeName, visibleName } from '#contract/platform/visible-name.ts';
import { WRITING_REFUSALS } from '#contract/moderation/moderation.contract.ts';
import { settingsSchema } from './settings.contract.ts';

/** PROF-01: maximum characters of a bio, as `countCharacters` counts them. */
export const BIO_LIMIT = 300;
/** A character can consist of many code units: this is the maximum for a whole bio. */
const BIO_UNITS = 3000;

/**
 * Counts characters as a reader does (grapheme clusters): a letter with its accents or a family emoji is one. The counter and the server
 * both use it.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) count += 1;
  return count;
}

const profileSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** First and last name. */
  name: z.string(),
  bio: z.string(),
  roles: userSchema.shape.roles,
  email_verified: z.boolean(),
  /** null: unknown, which counts as a minor (A17). */
  birth_year: z.nullable(z.int()),
  age_verification: ageVerificationSchema,
  created_at: z.string(),
  subscription: z.object({
    /** Display name, e.g. 'Premium', 'Free Plan'. */
    plan: z.string(),
    package_id: z.nullable(z.string()),
    status: userSchema.shape.subscription_status,
    expires: z.nullable(z.string()),
    trial_used: z.boolean(),
  }),
  tokens: tokenBalanceSchema,
  counts: z.object({ courses: z.int(), completed_courses: z.int(), points: z.int() }),
  settings: settingsSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/** Everything on the profile page (SHELL-09). */
export const getProfile = defineEndpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/api/user/profile/complete',
  summary: 'The data of the signed-in person’s profile page.',
  auth: 'user',
  scopes: ['account:read'],
  responses: { 200: z.object({ profile: profileSchema }) },
  errors: [],
});

const name = visibleName(100);
const bio = z.string().check(({ value, issues }) => {
  if (value.length > BIO_UNITS || countCharacters(value) > BIO_LIMIT)
    issues.push({ code: 'too_big', origin: 'string', maximum: BIO_LIMIT, inclusive: true, input: value });
}, z.trim());

/** SET-09, SET-10, G52. Omitted fields do not change; returns the bio and the updated user record as in `GET /api/auth/me`. */
export const updateProfile = defineEndpoint({
  name: 'updateProfile',
  method: 'PATCH',
  path: '/api/user/profile',
  summary: 'Change first name, last name or bio. The email address cannot be changed.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  readBy: 'profile_visitors',
  body: z.object({
    first_name: z.optional(name),
    /** Empty for people with a single name. */
    last_name: z.optional(maybeName(100)),
    bio: z.optional(bio),
    /** SET-09: any value is rejected with 'Email cannot be changed'. */
    email: z.optional(z.unknown()),
  }),
  example: {},
  responses: { 200: z.object({ message: z.string(), user: userSchema, bio: z.string() }) },
  errors: ['validation.failed', ...WRITING_REFUSALS],
});

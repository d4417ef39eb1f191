import * as z from 'zod/mini';
import { birthYear } from './birth-year.ts';
import { AGE_REFUSALS, AGE_RULES, CONSENT_GIVERS, isAgeRule } from '#contract/platform/age-rules.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

const token = z.string().check(z.minLength(1), z.maxLength(200));

const agePage = z.object({
  band: z.enum(['child', 'minor', 'adult', 'unknown']),
  /** Confirmed consents. */
  consents: z.array(z.enum(CONSENT_GIVERS)),
  /** The school's consent: its name, the person who recorded it, the time and the grounds; null without one. */
  school: z.nullable(
    z.object({ organisation: z.string(), recorded_by: z.nullable(z.string()), given_at: z.string(), reason: z.nullable(z.string()) }),
  ),
  /** All rules, each with the reason why it excludes the caller; null when it does not. */
  rules: z.array(
    z.object({
      rule: z.enum(Object.keys(AGE_RULES).filter(isAgeRule)),
      refusal: z.nullable(z.enum(AGE_REFUSALS)),
    }),
  ),
  /** The parent whom the caller asked last; null if none. */
  asked: z.nullable(z.object({ parent_email: z.string(), asked_at: z.string(), is_refused: z.boolean() })),
});
export type AgePage = z.infer<typeof agePage>;

const parentalRequest = z.object({
  first_name: z.string(),
  birth_year: z.nullable(z.int()),
  band: z.enum(['child', 'minor', 'adult', 'unknown']),
  /** Under 13. */
  is_child: z.boolean(),
  state: z.enum(['asked', 'agreed', 'refused']),
});
export type ParentalRequest = z.infer<typeof parentalRequest>;

export const getAgePage = defineEndpoint({
  name: 'getAgePage',
  method: 'GET',
  path: '/api/auth/age',
  summary: 'The features that are off at the caller’s age, the reasons, and the consents.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: agePage },
  errors: [],
});

export const askParent = defineEndpoint({
  name: 'askParent',
  method: 'POST',
  path: '/api/auth/parental-consent',
  summary: 'Email a parent of a user under 18 the link to their consent page; the previous link stops working.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'no_text',
  body: z.object({ parent_email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email()) }),
  example: { parent_email: 'parent@example.com' },
  responses: { 202: agePage },
  errors: ['validation.failed', 'limits.rate'],
  limit: 'mail-me',
});

/** A POST, because URLs are logged. */
export const readParentalRequest = defineEndpoint({
  name: 'readParentalRequest',
  method: 'POST',
  path: '/api/auth/parental-consent/request',
  summary: 'The consent page of a parent, by the token of the emailed link. Valid for a year.',
  auth: 'public',
  publicAs: 'mail_link',
  link: { goesOn: 'a parent may withdraw a consent at any time' },
  body: z.object({ token }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA' },
  responses: { 200: parentalRequest },
  errors: ['validation.failed', 'auth.link_invalid', 'limits.rate'],
  limit: 'link',
});

export const answerParentalRequest = defineEndpoint({
  name: 'answerParentalRequest',
  method: 'PUT',
  path: '/api/auth/parental-consent/answer',
  summary: 'A parent consents, refuses, or withdraws the consent.',
  auth: 'public',
  publicAs: 'mail_link',
  link: { goesOn: 'a parent may withdraw a consent at any time' },
  body: z.object({ token, agrees: z.boolean() }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA', agrees: true },
  responses: { 200: parentalRequest },
  errors: ['validation.failed', 'auth.link_invalid', 'age.too_young', 'limits.rate'],
  limit: 'link',
});

export const correctBirthYear = defineEndpoint({
  name: 'correctBirthYear',
  method: 'PUT',
  path: '/api/auth/parental-consent/birth-year',
  summary: 'Correct a child’s year of birth, as the parent who consented. An adult’s year ends the consent and the link.',
  auth: 'public',
  publicAs: 'mail_link',
  link: { goesOn: 'a parent may put it right at any time' },
  body: z.object({ token, birth_year: birthYear }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA', birth_year: 2014 },
  responses: { 200: parentalRequest },
  errors: ['validation.failed', 'auth.link_invalid', 'age.parent_needed', 'limits.rate'],
  limit: 'link',
});

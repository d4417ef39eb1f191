import * as z from 'zod/mini';
import { sessionSchema } from '#contract/identity/identity.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Number of recovery codes per set; each works once. */
export const RECOVERY_CODES = 10;

const password = z.string().check(z.minLength(1), z.maxLength(1024));
/** Six digits from an authenticator app, or a recovery code. */
const code = z.string().check(z.minLength(1), z.maxLength(40));
const token = z.string().check(z.minLength(1), z.maxLength(200));
const codesSchema = z.object({ recovery_codes: z.array(z.string()) });

const stateSchema = z.object({
  on: z.boolean(),
  /** ISO; null while it is off. */
  since: z.nullable(z.string()),
  recovery_codes_left: z.int(),
});
export type SecondFactorState = z.infer<typeof stateSchema>;

export const getSecondFactor = defineEndpoint({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/api/auth/second-factor',
  summary: 'Whether two-step sign-in is on, and how many recovery codes are left.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: stateSchema },
  errors: [],
});

/** Repeating the call before the confirmation creates a new secret and discards the previous one. */
export const setUpSecondFactor = defineEndpoint({
  name: 'setUpSecondFactor',
  method: 'POST',
  path: '/api/auth/second-factor/setup',
  summary:
    'Make the secret of an authenticator app: as text, and as the address that stands in a QR code. Nothing is on until it is confirmed.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  opensNothing: 'their own second factor',
  readBy: 'sender',
  proven: true,
  body: z.object({ password }),
  example: { password: 'bees dance at noon' },
  responses: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  errors: ['validation.failed', 'auth.password_wrong', 'auth.second_factor_on', 'limits.rate'],
  limit: 'password',
});

export const confirmSecondFactor = defineEndpoint({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  summary: 'Turn two-step sign-in on with a first code of the authenticator. Answers the recovery codes, which are never shown again.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  proven: true,
  body: z.object({ code }),
  example: { code: '123456' },
  responses: { 200: codesSchema },
  errors: ['validation.failed', 'auth.code_wrong', 'auth.second_factor_on', 'auth.second_factor_off', 'limits.rate'],
  limit: 'password',
});

export const renewRecoveryCodes = defineEndpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/auth/second-factor/recovery-codes',
  summary: 'Make new recovery codes; the old ones stop working.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  body: z.object({ password, code }),
  example: { password: 'bees dance at noon', code: '123456' },
  responses: { 200: codesSchema },
  errors: ['validation.failed', 'auth.password_wrong', 'auth.code_wrong', 'auth.second_factor_off', 'limits.rate'],
  limit: 'password',
});

export const turnOffSecondFactor = defineEndpoint({
  name: 'turnOffSecondFactor',
  method: 'POST',
  path: '/api/auth/second-factor/off',
  summary: 'Turn two-step sign-in off, with the password and a code.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  body: z.object({ password, code }),
  example: { password: 'bees dance at noon', code: '123456' },
  responses: { 200: stateSchema },
  errors: ['validation.failed', 'auth.password_wrong', 'auth.code_wrong', 'auth.second_factor_off', 'limits.rate'],
  limit: 'password',
});

/** The token is not a session: it is valid for this call only, for five minutes and five codes. */
export const finishSignIn = defineEndpoint({
  name: 'finishSignIn',
  method: 'POST',
  path: '/api/auth/login/second-factor',
  summary: 'The second step of a sign-in: the token of the first one, and a code of the authenticator or a recovery code.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'refuses suspended accounts when it opens the session' },
  body: z.object({ token, code }),
  example: { token: 'c2VjcmV0LW9mLWEtbWFpbA', code: '123456' },
  responses: { 200: sessionSchema },
  errors: ['auth.organisation_required', 'auth.suspended', 'validation.failed', 'auth.code_wrong', 'auth.sign_in_expired', 'limits.rate'],
  limit: 'second-step',
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { signInSetup } from './sign-in.contract.ts';

/** Hours without a request after which a session ends, unless an organisation has set another time. */
export const USUAL_IDLE_HOURS = 14 * 24;
/** Hours after which a session ends in any case; no organisation can extend them. */
export const LONGEST_SESSION_HOURS = 90 * 24;

const hours = z.nullable(z.int().check(z.minimum(1), z.maximum(LONGEST_SESSION_HOURS)));

export const changeSignInLifetime = defineEndpoint({
  name: 'changeSignInLifetime',
  method: 'PUT',
  path: '/api/organisation/sign-in/lifetime',
  summary:
    'Set the maximum idle time and total time of sessions with the organisation’s sign-in. Sessions that exceed them end immediately, and members sign in with the provider again.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  readBy: 'no_text',
  proven: true,
  /** In hours; null for the default. */
  body: z.object({ idle_hours: hours, longest_hours: hours }),
  example: { idle_hours: 8, longest_hours: 24 },
  responses: { 200: signInSetup },
  errors: ['validation.failed', 'organisation.none', 'organisation.not_allowed', 'organisation.sign_in_missing'],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { signInSetup } from './sign-in.contract.ts';

/** A session ends after this long without a request, where no organisation has set anything else … */
export const USUAL_IDLE_HOURS = 14 * 24;
/** … and after this long in any case, which no organisation can lengthen. */
export const LONGEST_SESSION_HOURS = 90 * 24;

const hours = z.nullable(z.int().check(z.minimum(1), z.maximum(LONGEST_SESSION_HOURS)));

export const changeSignInLifetime = defineEndpoint({
  name: 'changeSignInLifetime',
  method: 'PUT',
  path: '/api/organisation/sign-in/lifetime',
  summary:
    'Say how long a sign-in by the organisation’s provider lasts: without use, and in all. Sessions that are older end at once; afterwards the provider is asked again.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  readBy: 'no_text',
  proven: true,
  /** In hours; null: as for everybody. */
  body: z.object({ idle_hours: hours, longest_hours: hours }),
  example: { idle_hours: 8, longest_hours: 24 },
  responses: { 200: signInSetup },
  errors: ['validation.failed', 'organisation.none', 'organisation.not_allowed', 'organisation.sign_in_missing'],
});

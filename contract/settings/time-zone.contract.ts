import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { timeZoneName } from '#contract/platform/time-zone.ts';

/** Changes nothing once a zone is known: by an earlier device, or because settings were saved. */
export const tellTimeZone = defineEndpoint({
  name: 'tellTimeZone',
  method: 'PUT',
  path: '/api/user/time-zone',
  summary: 'Say in which zone a device is: it is kept for an account whose zone is not known yet.',
  auth: 'user',
  personOnly: 'own_word',
  readBy: 'sender',
  body: z.object({ time_zone: timeZoneName }),
  example: { time_zone: 'Europe/Warsaw' },
  responses: { 200: z.object({ time_zone: z.string() }) },
  errors: ['validation.failed'],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { timeZoneName } from '#contract/platform/time-zone.ts';

/** Changes nothing if a zone is already known, from an earlier device or from saved settings. */
export const tellTimeZone = defineEndpoint({
  name: 'tellTimeZone',
  method: 'PUT',
  path: '/api/user/time-zone',
  summary: 'Report a device’s time zone, which is stored if the account’s zone is not known yet.',
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  readBy: 'sender',
  body: z.object({ time_zone: timeZoneName }),
  example: { time_zone: 'Europe/Warsaw' },
  responses: { 200: z.object({ time_zone: z.string() }) },
  errors: ['validation.failed'],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';

/** Repeating the call returns the same address until it is revoked. */
export const openDueCalendar = defineEndpoint({
  name: 'openDueCalendar',
  method: 'POST',
  path: '/api/due-calendar',
  summary: 'The address of the caller’s due-date calendar; anyone who has it can read the dates until it is revoked.',
  auth: 'user',
  offline: 'network',
  personOnly: 'everything',
  age: 'secret_address',
  proven: true,
  responses: { 200: z.object({ calendar_url: z.string() }) },
  errors: [],
  limit: 'default',
});

export const revokeDueCalendar = defineEndpoint({
  name: 'revokeDueCalendar',
  method: 'DELETE',
  path: '/api/due-calendar',
  summary: 'Revoke the calendar address, which stops working immediately.',
  auth: 'user',
  offline: 'network',
  personOnly: 'everything',
  opensNothing: 'ends it',
  responses: { 200: z.object({ revoked: z.boolean() }) },
  errors: [],
  limit: 'default',
});

export const dueCalendar = defineEndpoint({
  name: 'dueCalendar',
  method: 'GET',
  path: '/api/due-calendars/:token',
  summary: 'A student’s due dates as iCalendar; withdrawn assignments are cancelled events. Anyone who has the address can read it.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  turns: 'always',
  params: z.object({ token: z.string() }),
  media: 'text/calendar; charset=utf-8',
  responses: { 200: fileBody },
  errors: ['not_found'],
  limit: 'default',
});

import * as z from 'zod/mini';
import { identifier, moment } from '#contract/platform/bounded.ts';
import { EVENT_PRICE_CENTS } from '#contract/billing/catalogue.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { visibleName, visibleText } from '#contract/platform/visible-name.ts';
import { WRITING_REFUSALS } from '#contract/moderation/moderation.contract.ts';
import { nearbyErrors, nearbyQuery, RADIUS_KM } from './places.contract.ts';

export const EVENT_TYPES = ['Study group', 'Workshop', 'Talk', 'Meetup'] as const;
export const ATTENDEES_MAX = 500;
/** In minutes. */
export const DURATION = { least: 15, most: 24 * 60 } as const;

const latitude = z.number().check(z.gte(-90), z.lte(90));
const longitude = z.number().check(z.gte(-180), z.lte(180));
const price = z.union([z.literal(0), z.literal(EVENT_PRICE_CENTS)]);

/**
 * The caller's attendance: `joined` has a seat and a confirmation code; `waiting` is on the waiting list; `offered` has a seat that must be
 * paid by `held_until`; `paying` has an open payment page, during which the seat is reserved.
 */
const attendanceSchema = z.object({
  state: z.enum(['joined', 'waiting', 'offered', 'paying']),
  confirmation_code: z.nullable(z.string()),
  held_until: z.nullable(z.string()),
});

/** An event with the specified fields (LOC-12). */
export const eventSchema = z.object({
  event_id: z.string(),
  title: z.string(),
  description: z.string(),
  /** `2026-12-03` and `18:30`, in the place's local time. */
  date: z.string(),
  time: z.string(),
  starts_at: z.string(),
  time_zone: z.string(),
  location: z.object({ name: z.string(), address: z.string() }),
  distance_km: z.nullable(z.number()),
  /** In dollars. */
  cost: z.number(),
  attendees: z.int(),
  max_attendees: z.int(),
  waiting: z.int(),
  event_type: z.string(),
  /** In minutes. */
  duration: z.int(),
  latitude,
  longitude,
  organiser: z.nullable(z.string()),
  state: z.enum(['open', 'cancelled', 'over']),
  /** The caller's attendance; null if none. */
  attendance: z.nullable(attendanceSchema),
  /** The caller is the organiser. */
  is_mine: z.boolean(),
  is_sample: z.boolean(),
});
export type LocalEvent = z.infer<typeof eventSchema>;

const around = nearbyQuery(RADIUS_KM.events);
const eventsQuery = z.extend(around, { latitude: z.optional(around.shape.latitude), longitude: z.optional(around.shape.longitude) }).check(
  z.refine(({ latitude: y, longitude: x }) => (y === undefined) === (x === undefined), {
    path: ['longitude'],
    error: 'Must come with the latitude',
  }),
);

/** Events within a radius, nearest first (LOC-08). */
export const localEvents = defineEndpoint({
  name: 'localEvents',
  method: 'GET',
  path: '/api/local-events',
  summary: 'Future events around a place, nearest first; without a place, events everywhere, soonest first. The place is not stored.',
  auth: 'user',
  personOnly: 'other_people',
  age: 'coaching',
  query: eventsQuery,
  responses: { 200: z.object({ local_events: z.array(eventSchema), total: z.int() }) },
  errors: nearbyErrors,
});

export const myEvents = defineEndpoint({
  name: 'myEvents',
  method: 'GET',
  path: '/api/local-events/mine',
  summary: 'Events that the caller attends or organises, soonest first, past events last; at most 100.',
  auth: 'user',
  personOnly: 'other_people',
  responses: { 200: z.object({ local_events: z.array(eventSchema) }) },
  errors: [],
});

const ofEvent = z.object({ event_id: z.string() });

export const getEvent = defineEndpoint({
  name: 'getEvent',
  method: 'GET',
  path: '/api/local-events/:event_id',
  summary: 'One event.',
  auth: 'user',
  personOnly: 'other_people',
  namesOpen: 'event',
  age: 'coaching',
  params: ofEvent,
  responses: { 200: z.object({ event: eventSchema }) },
  errors: ['not_found'],
});

export const createEvent = defineEndpoint({
  name: 'createEvent',
  method: 'POST',
  path: '/api/local-events',
  summary: 'Organise an event. Repeating the id returns the existing event.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  age: 'location',
  body: z.object({
    event_id: z.uuid(),
    title: visibleName(200),
    description: z._default(z.string().check(z.trim(), z.maxLength(4_000)), ''),
    starts_at: moment,
    /** IANA, `Europe/Berlin`. */
    time_zone: z.string().check(z.maxLength(60)),
    duration: z.int().check(z.gte(DURATION.least), z.lte(DURATION.most)),
    location_name: visibleName(120),
    address: visibleText(300),
    latitude,
    longitude,
    event_type: z.enum(EVENT_TYPES),
    max_attendees: z.int().check(z.gte(1), z.lte(ATTENDEES_MAX)),
    price_cents: z._default(price, 0),
  }),
  example: {
    event_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1f',
    title: 'Bees in spring',
    starts_at: '2099-01-01T10:00:00+01:00',
    time_zone: 'Europe/Berlin',
    duration: 90,
    location_name: 'Town library',
    address: '1 Market Square',
    latitude: 52.5,
    longitude: 13.4,
    event_type: 'Talk',
    max_attendees: 20,
  },
  responses: { 200: z.object({ event: eventSchema }) },
  errors: [...nearbyErrors, ...WRITING_REFUSALS, 'places.too_many', 'not_found'],
  limit: 'add-place',
});

/** LOC-16. `status` is the result; if a payment is due, `payment` contains its page. Repeating the call returns the same. */
export const joinLocalEvent = defineEndpoint({
  name: 'joinLocalEvent',
  method: 'POST',
  path: '/api/join-local-event',
  summary: 'Take a seat at an event, or a place on its waiting list.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  headers: ['Idempotency-Key'],
  age: 'coaching',
  body: z.object({ user_id: identifier, event_id: identifier, origin_url: z.optional(z.string().check(z.maxLength(300))) }),
  example: { user_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d', event_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a10' },
  responses: {
    200: z.object({
      status: z.enum(['joined', 'waiting', 'payment_due']),
      confirmation_code: z.nullable(z.string()),
      payment: z.nullable(z.object({ url: z.string(), session_id: z.string(), order_id: z.string() })),
    }),
  },
  errors: [
    'validation.failed',
    'not_found',
    'event.over',
    'event.cancelled',
    'event.own',
    'payments.not_configured',
    'payments.unavailable',
    'limits.rate',
  ],
  limit: 'checkout',
});

export const leaveEvent = defineEndpoint({
  name: 'leaveEvent',
  method: 'DELETE',
  path: '/api/local-events/:event_id/attendance',
  summary: 'Give up a seat or a place on the waiting list. The fee is not refunded.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  namesOpen: 'event',
  opensNothing: 'says where an event takes place',
  params: ofEvent,
  responses: { 200: z.object({ event: eventSchema }) },
  errors: ['not_found', 'event.over'],
});

export const cancelEvent = defineEndpoint({
  name: 'cancelEvent',
  method: 'POST',
  path: '/api/local-events/:event_id/cancel',
  summary: 'Cancel one of the caller’s events: all participants are notified and all fees are refunded.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  opensNothing: 'says where an event takes place',
  params: ofEvent,
  responses: { 200: z.object({ event: eventSchema }) },
  errors: ['not_found', 'event.over'],
});

export const eventAttendees = defineEndpoint({
  name: 'eventAttendees',
  method: 'GET',
  path: '/api/local-events/:event_id/attendees',
  summary: 'The attendees of one of the caller’s events, with their confirmation codes.',
  auth: 'user',
  personOnly: 'other_people',
  params: ofEvent,
  responses: { 200: z.object({ attendees: z.array(z.object({ name: z.string(), confirmation_code: z.string() })) }) },
  errors: ['not_found'],
});

export const eventCalendar = defineEndpoint({
  name: 'eventCalendar',
  method: 'GET',
  path: '/api/local-events/:event_id/calendar',
  summary: 'An event as a calendar file.',
  auth: 'user',
  personOnly: 'other_people',
  namesOpen: 'event',
  age: 'coaching',
  params: ofEvent,
  media: 'text/calendar; charset=utf-8',
  responses: { 200: fileBody },
  errors: ['not_found'],
});

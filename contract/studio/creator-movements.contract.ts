import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { timeZoneName } from '#contract/platform/time-zone.ts';

/** How a sale was made: at the list price, or with one of the creator's codes. */
const SALE_CHANNELS = ['direct', 'code'] as const;
export const MOVEMENTS_PER_PAGE = 50;
/** Maximum range, in days. */
export const LONGEST_RANGE = 1_100;

const day = z.string().check(
  z.regex(/^20\d\d-\d\d-\d\d$/, 'Must be a date such as 2026-11-29.'),
  z.refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text), 'This date does not exist.'),
  z.meta({ examples: ['2026-11-20'] }),
);

/** Days are in the given time zone. Default: the last 30 days. */
const range = z.object({
  from: z.optional(day),
  /** The last day, inclusive. */
  to: z.optional(day),
  tz: z._default(timeZoneName, 'UTC'),
  course: z.optional(z.string().check(z.maxLength(60))),
  channel: z.optional(z.enum(SALE_CHANNELS)),
});

/** Dollars are the creator's share; refunds count on the day they happen. */
const sums = { revenue: z.number(), sales: z.int(), refunds: z.int() };
const bucket = z.object({ from: z.string(), to: z.string(), ...sums });
export type RevenueBucket = z.infer<typeof bucket>;

export const getRevenue = defineEndpoint({
  name: 'getRevenue',
  method: 'GET',
  path: '/api/creator/revenue',
  summary: 'The earnings of the caller’s courses by day or month, beside the previous period.',
  auth: 'user',
  scopes: ['studio'],
  query: range,
  responses: {
    200: z.object({
      /** Days for ranges up to three months, months beyond. */
      unit: z.enum(['day', 'month']),
      buckets: z.array(bucket),
      total: bucket,
      before: bucket,
      /** The data include a development installation's sample data. */
      has_samples: z.boolean(),
    }),
  },
  errors: ['validation.failed'],
});

const movementSchema = z.object({
  movement_id: z.string(),
  at: z.string(),
  /**
   * `disputed`: a bank disputes the payment, and the share is withheld from that day; `released`: the dispute ended and the share can be
   * paid out; `lost`: the bank has taken the money back, and the share with it.
   */
  kind: z.enum(['sale', 'refund', 'disputed', 'released', 'lost']),
  course: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** The code that was used; null if none. */
  code: z.nullable(z.string()),
  /** The price that the buyer paid for the course, in dollars. */
  paid: z.nullable(z.number()),
  /** Change of the creator's share, dollars. */
  change: z.number(),
  /** The part of the share that is withheld from now on (negative) or released, in dollars. Totals do not change. */
  held: z.number(),
});
export type SaleMovement = z.infer<typeof movementSchema>;

export const listSaleMovements = defineEndpoint({
  name: 'listSaleMovements',
  method: 'GET',
  path: '/api/creator/movements',
  summary: 'Every sale, refund and dispute of the caller’s courses in a range, newest first.',
  auth: 'user',
  scopes: ['studio'],
  query: z.extend(range, { page: z._default(wholeText(1, 10_000), 1) }),
  responses: { 200: z.object({ movements: z.array(movementSchema), total: z.int(), sum: z.number() }) },
  errors: ['validation.failed'],
});

export const getSaleMovementsCsv = defineEndpoint({
  name: 'getSaleMovementsCsv',
  method: 'GET',
  path: '/api/creator/movements.csv',
  summary: 'The same movements as a complete CSV table.',
  auth: 'user',
  scopes: ['studio'],
  query: range,
  media: 'text/csv',
  responses: { 200: fileBody },
  errors: ['validation.failed'],
  limit: 'export',
});

export const getLessonStops = defineEndpoint({
  name: 'getLessonStops',
  method: 'GET',
  path: '/api/creator/courses/:course_id/stops',
  summary: "How many of a course's students completed each lesson, and how many stopped there; of five students or more.",
  auth: 'user',
  scopes: ['studio'],
  params: z.object({ course_id: z.string() }),
  responses: {
    200: z.object({
      students: z.int(),
      /** Empty below five students, because individuals could be identified. */
      lessons: z.array(
        z.object({
          lesson_id: z.string(),
          title: z.string(),
          completed: z.int(),
          /** Number of students who last read here, more than two weeks ago, and did not complete the course. */
          stopped: z.int(),
        }),
      ),
    }),
  },
  errors: ['not_found'],
});
export type LessonStops = z.infer<(typeof getLessonStops)['responses'][200]>;

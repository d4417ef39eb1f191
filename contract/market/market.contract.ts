import * as z from 'zod/mini';
import { decimalText, wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { pictureSchema } from '#contract/courses/picture-schemas.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { searchText } from '#contract/platform/visible-name.ts';
import { SHARE_SHAPES, type ShareShape } from '#contract/site.ts';
import { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';

export const MARKET_SORTS = ['popular', 'newest', 'rating', 'price'] as const;
export const REPORT_REASONS = ['rights', 'false', 'harmful', 'spam', 'other'] as const;
/** Maximum length of a rating, an answer to it or a report, in characters. */
export const MARKET_TEXT_LENGTH = 2_000;
/** Minimum progress before a course can be rated, in percent. */
export const RATE_FROM_PERCENT = 20;
/** Ranges of the length facets, in minutes. */
export const MARKET_LENGTHS = { short: [0, 120], medium: [121, 600], long: [601, 1_000_000] } as const;
/** Maximum number of courses that a text search counts; lists show '1,000+' beyond it. */
export const MARKET_COUNT_CAP = 1_000;
export type MarketLength = keyof typeof MARKET_LENGTHS;

/** A published course in lists. `price` is in dollars; 0 for a free course. */
export const listingSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.nullable(z.enum(CREATOR_CATEGORIES)),
  difficulty: z.enum(CREATOR_DIFFICULTIES),
  /** A value of the course form, e.g. `english`. */
  language: z.string(),
  age_group: z.string(),
  price: z.number(),
  lesson_count: z.int(),
  duration_minutes: z.int(),
  creator: z.object({ id: z.string(), name: z.string() }),
  /** Number of students. */
  students: z.int(),
  /** Average out of 5, with one decimal; null until rated. */
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  published_at: z.string(),
  renewed_at: z.string(),
  /** Without a cover, the interface draws one from the title. The file is at `marketCover`. */
  cover: z.optional(z.nullable(pictureSchema)),
});
export type Listing = z.infer<typeof listingSchema>;

export const ratingSchema = z.object({
  stars: z.int(),
  text: z.string(),
  /** First name of the rating's author. */
  by: z.string(),
  /** The author is not a real person: sample data of a development installation. */
  is_sample: z.boolean(),
  answer: z.nullable(z.string()),
  updated_at: z.string(),
  /** Id of the rating, for the creator's answer: the author stays anonymous. */
  id: z.string(),
});
export type Rating = z.infer<typeof ratingSchema>;

/** A module on a course page. */
export const outlineModule = z.object({
  title: z.string(),
  lessons: z.array(z.object({ lesson_id: z.string(), title: z.string(), duration_minutes: z.int(), is_preview: z.boolean() })),
});

/** The reader's relation to the course. */
const standingSchema = z.object({
  is_creator: z.boolean(),
  /** The reader's own copy; null if there is none. */
  course_id: z.nullable(z.string()),
  progress: z.int(),
  /** A version newer than the reader's copy has been published. */
  has_update: z.boolean(),
  may_rate: z.boolean(),
});
export type MarketStanding = z.infer<typeof standingSchema>;

export const marketCourseSchema = z.extend(listingSchema, {
  outcomes: z.array(z.string()),
  requirements: z.array(z.string()),
  tags: z.array(z.string()),
  /** Its certificate requires a passed final test. */
  has_final_test: z.boolean(),
  /** The course includes its audio. */
  has_audio: z.boolean(),
  modules: z.array(outlineModule),
  /** Number of ratings with 1, 2, 3, 4 and 5 stars. */
  stars: z.array(z.int()),
  /** The latest ten. */
  ratings: z.array(ratingSchema),
});
export type MarketCourse = z.infer<typeof marketCourseSchema>;

const facet = z.record(z.string(), z.int());
const ofCourse = z.object({ course_id: z.string() });

export const searchMarket = defineEndpoint({
  name: 'searchMarket',
  method: 'GET',
  path: '/api/market/courses',
  summary: 'Published courses, by search and filters; public.',
  auth: 'public',
  publicAs: 'market',
  link: 'no_secret',
  turns: ['q'],
  query: z.object({
    q: z.optional(searchText(100)),
    category: z.optional(z.enum(CREATOR_CATEGORIES)),
    difficulty: z.optional(z.enum(CREATOR_DIFFICULTIES)),
    language: z.optional(z.string().check(z.maxLength(40))),
    length: z.optional(z.enum(['short', 'medium', 'long'])),
    price: z.optional(z.enum(['free', 'paid'])),
    /** Minimum number of stars. */
    rating: z.optional(decimalText(1, 5)),
    creator: z.optional(z.string().check(z.maxLength(40))),
    sort: z._default(z.enum(MARKET_SORTS), 'popular'),
    page: z._default(wholeText(1, 500), 1),
    limit: z._default(wholeText(1, 48), 24),
  }),
  responses: {
    200: z.object({
      courses: z.array(listingSchema),
      total: z.int(),
      /** More than `MARKET_COUNT_CAP` courses match: `total` and `facets` count only the first of them. */
      is_capped: z.boolean(),
      /** Number of matching courses by value of each facet, before facet filters are applied. */
      facets: z.object({ category: facet, difficulty: facet, language: facet, length: facet, price: facet }),
    }),
  },
  errors: ['validation.failed'],
});

export const getMarketCourse = defineEndpoint({
  name: 'getMarketCourse',
  method: 'GET',
  path: '/api/market/courses/:course_id',
  summary: 'One published course with its outline and ratings; public.',
  auth: 'public',
  publicAs: 'market',
  link: 'no_secret',
  params: ofCourse,
  responses: { 200: z.object({ course: marketCourseSchema }) },
  errors: ['not_found'],
});

/**
 * `key` identifies the contents of the picture (title, category, cover), so that the response can be cached; an outdated key returns the
 * current picture.
 */
export const marketPicture = defineEndpoint({
  name: 'marketPicture',
  method: 'GET',
  path: '/api/market/pictures/:course_id/:key',
  summary: 'A published course as a picture for shared links (1200 × 630) and feeds (600 × 600): its cover and its title.',
  auth: 'public',
  publicAs: 'market',
  link: 'no_secret',
  turns: 'always',
  params: z.object({ course_id: z.string(), key: z.string().check(z.maxLength(40)) }),
  query: z.object({ shape: z._default(z.enum(Object.keys(SHARE_SHAPES) as [ShareShape, ...ShareShape[]]), 'wide') }),
  media: 'image/png',
  responses: { 200: fileBody },
  errors: ['validation.failed', 'not_found'],
  limit: 'poll',
});

export const getMarketStanding = defineEndpoint({
  name: 'getMarketStanding',
  method: 'GET',
  path: '/api/market/courses/:course_id/standing',
  summary: 'The caller’s copy of a published course, their progress, and their rating.',
  auth: 'user',
  personOnly: 'own_word',
  namesOpen: 'published_course',
  params: ofCourse,
  responses: { 200: z.object({ standing: standingSchema, own_rating: z.nullable(ratingSchema) }) },
  errors: ['not_found'],
});

export const getPreviewLesson = defineEndpoint({
  name: 'getPreviewLesson',
  method: 'GET',
  path: '/api/market/courses/:course_id/preview/:lesson_id',
  summary: 'A lesson that its creator has made public.',
  auth: 'public',
  publicAs: 'market',
  link: 'no_secret',
  params: z.object({ course_id: z.string(), lesson_id: z.string() }),
  responses: { 200: z.object({ lesson: z.object({ lesson_id: z.string(), title: z.string(), content: z.string() }) }) },
  errors: ['not_found'],
});

export const getMarketCreator = defineEndpoint({
  name: 'getMarketCreator',
  method: 'GET',
  path: '/api/market/creators/:creator_id',
  summary: 'A creator with published courses; public.',
  auth: 'public',
  publicAs: 'market',
  link: 'no_secret',
  turns: 'always',
  params: z.object({ creator_id: z.string() }),
  responses: {
    200: z.object({
      creator: z.object({
        id: z.string(),
        name: z.string(),
        courses: z.int(),
        students: z.int(),
        rating: z.nullable(z.number()),
        rating_count: z.int(),
      }),
    }),
  },
  errors: ['not_found'],
});

export const enrolInCourse = defineEndpoint({
  name: 'enrolInCourse',
  method: 'POST',
  path: '/api/market/courses/:course_id/enrol',
  summary: 'Enrol in a free course; returns the caller’s copy. Repeating the call returns the same copy.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'published_course',
  params: ofCourse,
  responses: { 200: z.object({ course_id: z.string() }) },
  errors: ['not_found', 'market.costs', 'market.own_course'],
});

export const buyCourse = defineEndpoint({
  name: 'buyCourse',
  method: 'POST',
  path: '/api/market/courses/:course_id/buy',
  summary: 'Start the purchase of a course; returns the payment page’s address.',
  auth: 'user',
  offline: 'network',
  personOnly: 'payment',
  namesOpen: 'published_course',
  headers: ['Idempotency-Key'],
  age: 'purchase',
  params: ofCourse,
  body: z.object({
    origin_url: z.optional(z.string().check(z.maxLength(300))),
    /** A code of its creator; see `quoteCode`. */
    code: z.optional(z.string().check(z.maxLength(40))),
  }),
  example: {},
  responses: { 200: z.object({ url: z.string(), session_id: z.string(), order_id: z.string() }) },
  errors: [
    'validation.failed',
    'not_found',
    'market.free',
    'market.own_course',
    'market.owned',
    'market.code_invalid',
    'market.code_used_up',
    'payments.not_configured',
    'payments.unavailable',
    'payments.already_subscribed',
    'idempotency.body_mismatch',
    'limits.rate',
  ],
  limit: 'checkout',
});

export const takeUpdate = defineEndpoint({
  name: 'takeUpdate',
  method: 'POST',
  path: '/api/market/courses/:course_id/update',
  summary: "Update the caller's copy to the currently published version; progress and notes are kept.",
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'published_course',
  params: ofCourse,
  responses: { 200: z.object({ course_id: z.string(), version: z.int() }) },
  errors: ['not_found'],
});

export const rateCourse = defineEndpoint({
  name: 'rateCourse',
  method: 'PUT',
  path: '/api/market/courses/:course_id/rating',
  summary: "Write or change the caller's one rating of a course.",
  auth: 'user',
  offline: 'queued',
  personOnly: 'own_word',
  namesOpen: 'published_course',
  age: 'chat_with_strangers',
  params: ofCourse,
  body: z.object({
    stars: z.int().check(z.gte(1), z.lte(5)),
    text: z._default(z.string().check(z.trim(), z.maxLength(MARKET_TEXT_LENGTH)), ''),
  }),
  example: { stars: 5, text: 'Clear and calm' },
  responses: { 200: z.object({ rating: z.nullable(z.number()), rating_count: z.int() }) },
  errors: ['validation.failed', 'not_found', 'market.rate_later', 'market.own_course', 'chat.refused', 'safety.suspended'],
});

export const reportCourse = defineEndpoint({
  name: 'reportCourse',
  method: 'POST',
  path: '/api/market/courses/:course_id/report',
  summary: 'Report a course to the operators, once per person.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'published_course',
  readBy: 'operators',
  params: ofCourse,
  body: z.object({ reason: z.enum(REPORT_REASONS), text: z._default(z.string().check(z.trim(), z.maxLength(MARKET_TEXT_LENGTH)), '') }),
  example: { reason: 'false', text: 'Bees do not sleep in winter' },
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['validation.failed', 'not_found'],
});

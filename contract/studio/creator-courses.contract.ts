import * as z from 'zod/mini';
import { whole, wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { decimalOf } from '#contract/platform/decimal.ts';
import { visibleName, visibleText } from '#contract/platform/visible-name.ts';

/** The choices of the course form (CRE-19). */
export const CREATOR_CATEGORIES = ['business', 'technology', 'creative', 'personal', 'academic'] as const;
export const CREATOR_DIFFICULTIES = ['beginner', 'intermediate', 'advanced'] as const;
/** CRE-26: a course starts as a draft. */
export const CREATOR_COURSE_STATUSES = ['draft', 'published', 'archived'] as const;

/** Maximum characters of each text of the form (G45: none are specified), and the maximum price in dollars. */
export const CREATOR_COURSE_LIMITS = {
  title: 200,
  description: 5_000,
  objectives: 5_000,
  prerequisites: 5_000,
  tag: 40,
  tags: 20,
} as const;
export const HIGHEST_PRICE = 9_999.99;
export const MOST_HOURS = 1_000;

/** CRE-10, CRE-20: a creator's course, in lists and alone. `revenue` and `price` are dollars; `revenue` is the creator's share. */
export const creatorCourseSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(CREATOR_COURSE_STATUSES),
  /** Number of people who have it, free or bought without a full refund. */
  students: z.int(),
  revenue: z.number(),
  /** Out of 5; 0 until rated. */
  rating: z.number(),
  /** Percentage of its students who completed it; 0 for fewer than `FEWEST_STUDENTS`. */
  completion_rate: z.number(),
  description: z.string(),
  category: z.nullable(z.enum(CREATOR_CATEGORIES)),
  price: z.number(),
  difficulty: z.enum(CREATOR_DIFFICULTIES),
  /** Estimated hours; null if not given. */
  duration: z.nullable(z.number()),
  objectives: z.string(),
  tags: z.array(z.string()),
  prerequisites: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Sent back with an edit, so that two tabs do not overwrite each other. */
  version: z.int(),
});
export type CreatorCourse = z.infer<typeof creatorCourseSchema>;

/** Maximum number of entries of a list, before they are joined or deduplicated. */
const MOST_ENTRIES = 1_000;

/** A text, or a list that is stored one item per line; null for none. */
const lines = (max: number) =>
  z.pipe(
    z.union([z.string(), z.array(z.string()).check(z.maxLength(MOST_ENTRIES)), z.null()]),
    z.pipe(
      z.transform((value: string | string[] | null) => (Array.isArray(value) ? value.join('\n') : (value ?? '')).trim()),
      z.string().check(z.maxLength(max)),
    ),
  );
/** A list, or a comma-separated text; null for none. */
const tags = z.pipe(
  z.union([z.string(), z.array(z.string()).check(z.maxLength(MOST_ENTRIES)), z.null()]),
  z.pipe(
    z.transform((value: string | string[] | null) => tagsIn(Array.isArray(value) ? value : (value ?? '').split(','))),
    z.array(z.string().check(z.maxLength(CREATOR_COURSE_LIMITS.tag))).check(z.maxLength(CREATOR_COURSE_LIMITS.tags)),
  ),
);
/**
 * CRE-22: a decimal in dollars; empty or not a number counts as 0. A negative or too high price is refused, so that the course is not free
 * by mistake.
 */
const price = z.pipe(
  z.union([z.string(), z.number(), z.null()]),
  z.pipe(z.transform(priceOf), z.number().check(z.gte(0), z.lte(HIGHEST_PRICE))),
);
/** Hours, rounded to hundredths; empty if not given. */
const duration = z.pipe(
  z.union([z.string(), z.number(), z.null()]).check(z.meta({ examples: ['2.5'] })),
  z.pipe(
    z.transform((value: string | number | null) => hoursOf(value)),
    z.nullable(z.number().check(z.gt(0), z.lte(MOST_HOURS))),
  ),
);
/** Empty for none. */
const category = z.pipe(
  z.union([z.enum(CREATOR_CATEGORIES), z.literal(''), z.null()]),
  z.transform((value) => (value === '' ? null : value)),
);

/**
 * Parses a price: dollars rounded to cents; 0 for an empty text or a text that is not a decimal number. The form shows it beside the field.
 */
export function priceOf(value: string | number | null): number {
  if (typeof value === 'number') return hundredths(value);
  return hundredths(decimalOf(value ?? '') ?? 0);
}

/** Parses hours; NaN for a text that is not a decimal number, which is refused. */
function hoursOf(value: string | number | null): number | null {
  if (value === null || String(value).trim() === '') return null;
  return hundredths(typeof value === 'number' ? value : (decimalOf(value) ?? Number.NaN));
}

/** Removes empty tags, and duplicates ignoring case (the first spelling stays). */
export function tagsIn(value: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const tag of value.map((one) => one.trim())) {
    const name = tag.toLowerCase();
    if (tag !== '' && !byName.has(name)) byName.set(name, tag);
  }
  return [...byName.values()];
}

/**
 * Rounds half up by decimal notation: 1.005 becomes 1.01, although no double is exactly 1.005. Doubles in exponent notation do not occur.
 */
function hundredths(value: number): number {
  const isPlain = Math.abs(value) < 1e12 && Math.abs(value) > 1e-6;
  return isPlain ? Math.round(Number(`${value}e2`)) / 100 : Math.trunc(value);
}

const title = visibleName(CREATOR_COURSE_LIMITS.title);
const description = visibleText(CREATOR_COURSE_LIMITS.description);
const difficulty = z.enum(CREATOR_DIFFICULTIES);

const paging = {
  limit: z._default(wholeText(1, 100), 50),
  /** Opaque, from the previous page's `next`. */
  after: z.optional(z.string()),
};
const ofCourse = z.object({ course_id: z.string() });
const course = z.object({ course: creatorCourseSchema });

/** Fields of a course that a creator can set. */
const fields = z.partial(
  z.object({
    title,
    description,
    category,
    price,
    difficulty,
    duration,
    objectives: lines(CREATOR_COURSE_LIMITS.objectives),
    tags,
    prerequisites: lines(CREATOR_COURSE_LIMITS.prerequisites),
  }),
);

/** Fields for creating a course. */
export const creatorCourseFormSchema = z.extend(fields, { title, description, difficulty: z._default(difficulty, 'beginner') });

/** The caller's own courses, filtered by status (CRE-08, CRE-09). */
export const listCreatorCourses = defineEndpoint({
  name: 'listCreatorCourses',
  method: 'GET',
  path: '/api/creator/courses',
  summary: "The caller's courses as a creator, newest first.",
  auth: 'user',
  scopes: ['studio'],
  query: z.object({ ...paging, status: z._default(z.enum(['all', ...CREATOR_COURSE_STATUSES]), 'all') }),
  responses: {
    200: z.object({
      courses: z.array(creatorCourseSchema),
      next: z.nullable(z.string()),
      /** Total numbers by status, ignoring page and filter. */
      counts: z.object({ all: z.int(), published: z.int(), draft: z.int(), archived: z.int() }),
    }),
  },
  errors: ['validation.failed'],
});

/** Maximum number of courses in `listEarners`. */
export const MOST_EARNERS = 5;

/** Lists the earnings of all published courses with students. */
export const listEarners = defineEndpoint({
  name: 'listEarners',
  method: 'GET',
  path: '/api/creator/earners',
  summary: "The caller's published courses with the highest revenue.",
  auth: 'user',
  scopes: ['studio'],
  responses: { 200: z.object({ courses: z.array(creatorCourseSchema) }) },
  errors: [],
});

/** CRE-20. Repeating the `Idempotency-Key` returns the created course. */
export const createCreatorCourse = defineEndpoint({
  name: 'createCreatorCourse',
  method: 'POST',
  path: '/api/creator/courses',
  summary: 'Create a course as a draft.',
  auth: 'user',
  offline: 'never',
  scopes: ['studio'],
  readBy: 'market',
  headers: ['Idempotency-Key'],
  body: creatorCourseFormSchema,
  example: { title: 'Bees', description: 'From an empty hive to honey' },
  responses: { 201: course },
  errors: ['validation.failed', 'idempotency.body_mismatch'],
  limit: 'make-course',
});

export const getCreatorCourse = defineEndpoint({
  name: 'getCreatorCourse',
  method: 'GET',
  path: '/api/creator/courses/:course_id',
  summary: "One of the caller's courses as a creator.",
  auth: 'user',
  scopes: ['studio'],
  params: ofCourse,
  responses: { 200: course },
  errors: ['not_found'],
});

/** G54. Omitted fields do not change; `version` is the version that the caller has read. */
export const editCreatorCourse = defineEndpoint({
  name: 'editCreatorCourse',
  method: 'PATCH',
  path: '/api/creator/courses/:course_id',
  summary: "Change one of the caller's courses.",
  auth: 'user',
  offline: 'never',
  scopes: ['studio'],
  readBy: 'market',
  params: ofCourse,
  body: z.extend(fields, { version: whole(0) }),
  example: { version: 1, title: 'Bees', price: '8' },
  responses: { 200: course },
  errors: ['validation.failed', 'not_found', 'course.version_conflict'],
});

/** G54. The copy is a draft: 'Copy of …'. Repeating the `Idempotency-Key` returns the created copy. */
export const duplicateCreatorCourse = defineEndpoint({
  name: 'duplicateCreatorCourse',
  method: 'POST',
  path: '/api/creator/courses/:course_id/duplicate',
  summary: "Create a draft with the texts of one of the caller's courses.",
  auth: 'user',
  offline: 'never',
  scopes: ['studio'],
  headers: ['Idempotency-Key'],
  params: ofCourse,
  responses: { 201: course },
  errors: ['not_found', 'idempotency.body_mismatch'],
  limit: 'make-course',
});

export const deleteCreatorCourse = defineEndpoint({
  name: 'deleteCreatorCourse',
  method: 'DELETE',
  path: '/api/creator/courses/:course_id',
  summary: 'Delete one of the caller’s drafts. A course that was sold cannot be deleted.',
  auth: 'user',
  offline: 'never',
  scopes: ['studio'],
  params: ofCourse,
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'studio.course_kept'],
});

import * as z from 'zod/mini';
import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { identifier } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { searchText } from '#contract/platform/visible-name.ts';
import { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';

/** Maximum number of courses on a page. */
const MOST_ON_PAGE = 48;

const language = z.enum(FORM_OPTIONS.language_preference);
/** The names of `AGE_GROUPS`. */
export const READER_AGES = AGE_GROUPS.map(({ name }) => name) as [string, ...string[]];

/** A course of the free library as it is stored there. `line`: what its learners can do afterwards. */
export const readyCourseSchema = z.object({
  slug: z.string(),
  title: z.string(),
  line: z.string(),
  category: z.enum(CREATOR_CATEGORIES),
  difficulty: z.enum(CREATOR_DIFFICULTIES),
  age_group: z.string(),
  language,
  lesson_count: z.int(),
  duration_minutes: z.int(),
});

/** `course_id`: the caller's copy; null if there is none yet. */
const listedSchema = z.extend(readyCourseSchema, { course_id: z.nullable(z.string()) });
export type ReadyCourse = z.infer<typeof listedSchema>;

const facet = z.record(z.string(), z.int());

export const listReadyCourses = defineEndpoint({
  name: 'listReadyCourses',
  method: 'GET',
  path: '/api/library/courses',
  summary: 'The ready courses of the installation’s free library by title, with the caller’s copies.',
  auth: 'user',
  scopes: ['courses:read'],
  turns: ['q'],
  query: z.object({
    q: z.optional(searchText(100)),
    category: z.optional(z.enum(CREATOR_CATEGORIES)),
    language: z.optional(language),
    age_group: z.optional(z.enum(READER_AGES)),
    /** Courses in this language come before all others. */
    first: z.optional(language),
    limit: z._default(wholeText(1, MOST_ON_PAGE), 24),
    /** The slug of the last course of the page before. */
    after: z.optional(identifier),
  }),
  responses: {
    200: z.object({
      courses: z.array(listedSchema),
      next: z.nullable(z.string()),
      /** Number of courses that match; null where the installation has no library. */
      total: z.nullable(z.int()),
      /** Number of courses by value of each filter, among those that the other filters leave. */
      facets: z.object({ category: facet, language: facet, age_group: facet }),
    }),
  },
  errors: ['validation.failed', 'service.unavailable'],
});

export const openReadyCourse = defineEndpoint({
  name: 'openReadyCourse',
  offline: 'network',
  method: 'POST',
  path: '/api/library/courses/:slug/open',
  summary:
    'Open a ready course of the free library: the caller gets a copy of their own at once, without a run, tokens or quota. Repeating the call returns the same copy.',
  auth: 'user',
  scopes: ['courses:write'],
  namesOpen: 'library_course',
  params: z.object({ slug: identifier }),
  responses: { 200: z.object({ course_id: z.string(), /** Whether this call made the copy. */ is_new: z.boolean() }) },
  errors: ['not_found', 'service.unavailable'],
});

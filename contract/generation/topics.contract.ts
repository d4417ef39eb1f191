import * as z from 'zod/mini';
import { FORM_LIMITS, FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { searchText, visibleName } from '#contract/platform/visible-name.ts';

/** Maximum number of topics that an account can save for later; a further topic replaces the oldest. */
export const MOST_KEPT_TOPICS = 20;

/** Maximum number of characters of the goals that are considered, because they are sent in the URL. */
export const MOST_GOALS = 400;

const language = z.enum(FORM_OPTIONS.language_preference);

/**
 * `course`: the demo library has a course on the topic. `part`: on a part of the topic. `other_language`: only in another language. `none`:
 * nothing on this topic.
 */
export const LIBRARY_MATCHES = ['course', 'part', 'other_language', 'none'] as const;
const library = z.object({
  match: z.enum(LIBRARY_MATCHES),
  /** Number of courses of the library in this language. */
  courses: z.int(),
  /**
   * For `part`: the lessons of the nearest course on the topic, if there are few, and in `missing` the words of the request that no lesson
   * covers.
   */
  lessons: z.array(z.object({ number: z.int(), title: z.string() })),
  missing: z.array(z.string()),
  /** The ages for which the course is written; `to` is null for adults. Null without a course, or if it suits all ages. */
  readers: z.nullable(z.object({ from: z.int(), to: z.nullable(z.int()) })),
  /** Whether the library has pictures, and a scene, that show the subject; others are not put into a course. */
  fits: z.object({ pictures: z.boolean(), scene: z.boolean() }),
  /**
   * The course for `course` and `part`, then those available instead, nearest first; empty if none is near. `slug` opens it (`openReadyCourse`);
   * `course_id`: the caller's copy, null if there is none.
   */
  nearest: z.array(
    z.object({ slug: z.string(), course_id: z.nullable(z.string()), title: z.string(), line: z.string(), category: z.string(), language }),
  ),
});
export type LibraryMatch = z.infer<typeof library>;

/** Tells whether a course is written for readers of another age. */
export const isForOthers = ({ readers }: Pick<LibraryMatch, 'readers'>, age: number): boolean =>
  readers !== null && (age < readers.from || age > (readers.to ?? Infinity));

export const findInLibrary = defineEndpoint({
  name: 'findInLibrary',
  method: 'GET',
  path: '/api/topics/library',
  summary: 'The demo library’s courses on a topic, before a course is ordered. Null if AI services write the courses.',
  auth: 'user',
  scopes: ['courses:read'],
  turns: 'always',
  query: z.object({
    topic: searchText(FORM_LIMITS.topic),
    goals: z.optional(searchText(MOST_GOALS)),
    language: z._default(language, 'english'),
  }),
  responses: { 200: z.object({ library: z.nullable(library) }) },
  errors: ['validation.failed'],
});

const keptTopic = z.object({ id: z.string(), topic: z.string(), kept_at: z.string() });
const kept = z.object({ topics: z.array(keptTopic) });

export const listKeptTopics = defineEndpoint({
  name: 'listKeptTopics',
  method: 'GET',
  path: '/api/topics/kept',
  summary: 'Topics that the caller has saved until a connected service can write about them, newest first.',
  auth: 'user',
  scopes: ['courses:read'],
  responses: { 200: kept },
  errors: [],
});

export const keepTopic = defineEndpoint({
  name: 'keepTopic',
  method: 'POST',
  path: '/api/topics/kept',
  summary: 'Save a topic for later. Saving the same topic again changes nothing.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'sender',
  body: z.object({ topic: visibleName(FORM_LIMITS.topic) }),
  example: { topic: 'Bees' },
  responses: { 200: kept },
  errors: ['validation.failed'],
});

export const dropKeptTopic = defineEndpoint({
  name: 'dropKeptTopic',
  method: 'DELETE',
  path: '/api/topics/kept/:id',
  summary: 'Delete a saved topic.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  params: z.object({ id: z.string() }),
  responses: { 200: kept },
  errors: ['not_found'],
});

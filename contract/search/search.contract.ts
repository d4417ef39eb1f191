import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { searchText } from '#contract/platform/visible-name.ts';

/** Maximum length of a search, in characters. */
export const SEARCH_LENGTH = 100;
/** Maximum number of results per kind. */
export const HITS_OF_A_SORT = 6;

/** Position of a lesson, from 0. */
const place = { module: z.int(), lesson: z.int() };

/** Searches only the caller's own data: courses and lessons by title, notes by text, passage or course. Newest first. */
export const searchOwn = defineEndpoint({
  name: 'searchOwn',
  method: 'GET',
  path: '/api/search',
  summary: "The caller's courses, lessons and notes that contain every word, at most six of each.",
  auth: 'user',
  scopes: ['courses:read'],
  turns: ['q'],
  query: z.object({ q: searchText(SEARCH_LENGTH) }),
  responses: {
    200: z.object({
      courses: z.array(z.object({ course_id: z.string(), title: z.string() })),
      lessons: z.array(z.object({ course_id: z.string(), course_title: z.string(), title: z.string(), ...place })),
      notes: z.array(
        z.object({
          note_id: z.string(),
          course_id: z.string(),
          course_title: z.string(),
          /** The beginning of the note's text, or of the passage of a highlight. */
          text: z.string(),
          /** null if the live version does not have the lesson. */
          lesson: z.nullable(z.object(place)),
        }),
      ),
    }),
  },
  errors: ['validation.failed'],
});
export type OwnHits = z.output<(typeof searchOwn)['responses'][200]>;

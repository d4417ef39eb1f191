import * as z from 'zod/mini';
import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleName } from '#contract/platform/visible-name.ts';
import { WRITING_REFUSALS } from '#contract/moderation/moderation.contract.ts';

/** Members, discussions and study groups, counted at request time instead of the specified fixed numbers (COM-02, G46). */
export const getCommunity = defineEndpoint({
  name: 'getCommunity',
  method: 'GET',
  path: '/api/community',
  summary: 'The number of people, discussions and study groups.',
  auth: 'user',
  personOnly: 'other_people',
  responses: { 200: z.object({ members: z.int(), discussions: z.int(), groups: z.int() }) },
  errors: [],
});

/** COM-13. Adults who opted in, by their chosen name; equal scores share a `place`. */
export const readLeaderboard = defineEndpoint({
  name: 'readLeaderboard',
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'The hundred people with the most points, and the caller’s position.',
  auth: 'user',
  personOnly: 'other_people',
  responses: {
    200: z.object({
      leaderboard: z.array(z.object({ place: z.int(), name: z.string(), points: z.int(), mine: z.boolean(), is_sample: z.boolean() })),
      me: z.object({ display_name: z.nullable(z.string()), points: z.int(), allowed: z.boolean() }),
    }),
  },
  errors: [],
});

export const DISPLAY_NAME_LENGTH = 40;

export const joinLeaderboard = defineEndpoint({
  name: 'joinLeaderboard',
  method: 'PUT',
  path: '/api/leaderboard',
  summary:
    'Appear on the leaderboard under a chosen name; null to stop. Off without a year of birth, under 13, and under 18 without a parent’s consent.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  readBy: 'profile_visitors',
  body: z.object({ display_name: z.nullable(visibleName(DISPLAY_NAME_LENGTH)) }),
  example: { display_name: null },
  responses: { 200: z.object({ display_name: z.nullable(z.string()) }) },
  errors: [...AGE_REFUSALS, 'validation.failed', ...WRITING_REFUSALS],
});

/** COM-13: courses that creators have published in the marketplace. */
export const listSharedCourses = defineEndpoint({
  name: 'listSharedCourses',
  method: 'GET',
  path: '/api/shared-courses',
  summary: 'The most recently published courses, at most 50.',
  auth: 'user',
  personOnly: 'other_people',
  responses: {
    200: z.object({
      shared_courses: z.array(
        z.object({ course_id: z.string(), title: z.string(), creator: z.string(), students: z.int(), published_at: z.string() }),
      ),
    }),
  },
  errors: [],
});

import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Maximum number of months in a trend. */
export const LONGEST_TREND = 36;
/** Minimum number of students behind a figure of how they learn: with fewer, one could be identified. */
export const FEWEST_STUDENTS = 5;

/**
 * CRE-03. Dollars are the creator's own share (A10), refunds deducted in the month they happen; months are UTC. `growth_rate` compares this
 * month with the same days of the last in percent, 0 when those had no revenue: `last_month_revenue`, theirs, tells whether there is anything
 * to compare with. Students are the people who have a course, free or bought, each counted once; enrolments are the courses that they have.
 * Views, ratings and completion need a published course (`active_courses`) and are 0 until there is one; completion also until there are
 * `FEWEST_STUDENTS`. Completion is the percentage of the enrolments.
 */
export const getCreatorStats = defineEndpoint({
  name: 'getCreatorStats',
  method: 'GET',
  path: '/api/creator/stats',
  summary: 'The caller’s earnings and reach as a creator.',
  auth: 'user',
  scopes: ['studio'],
  responses: {
    200: z.object({
      total_revenue: z.number(),
      monthly_revenue: z.number(),
      last_month_revenue: z.number(),
      total_students: z.int(),
      total_enrolments: z.int(),
      active_courses: z.int(),
      draft_courses: z.int(),
      course_views: z.int(),
      avg_rating: z.number(),
      completion_rate: z.number(),
      growth_rate: z.number(),
      /** Some of it is sample data of this installation. */
      has_samples: z.boolean(),
    }),
  },
  errors: [],
});

/**
 * CRE-11, CRE-12. One number per month, oldest first, ending with the current month; `months` names them (`2026-11`). `student_growth`
 * counts people by the month in which they took their first course. The `measured_…` are the numbers of sessions, answers and students behind
 * the engagement; its texts are empty while those are 0.
 */
export const getCreatorAnalytics = defineEndpoint({
  name: 'getCreatorAnalytics',
  method: 'GET',
  path: '/api/creator/analytics',
  summary: "How the caller's revenue and students went, month by month.",
  auth: 'user',
  scopes: ['studio'],
  query: z.object({ months: z._default(wholeText(1, LONGEST_TREND), 12) }),
  responses: {
    200: z.object({
      months: z.array(z.string()),
      revenue_trend: z.array(z.number()),
      student_growth: z.array(z.int()),
      engagement_metrics: z.object({
        avg_session_time: z.string(),
        bounce_rate: z.string(),
        completion_rate: z.string(),
        student_satisfaction: z.string(),
      }),
      measured_sessions: z.int(),
      /** Number of answers behind the satisfaction. */
      measured_answers: z.int(),
      /** Number of students behind the completion rate, which is that of the stats. */
      measured_students: z.int(),
    }),
  },
  errors: ['validation.failed'],
});

import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Maximum number of months in a trend. */
export const LONGEST_TREND = 36;
/** Minimum number of students behind a figure about learning: with fewer, individuals could be identified. */
export const FEWEST_STUDENTS = 5;

/**
 * CRE-03. Dollars are the creator's share (A10), refunds deducted in the month they happen; months are UTC. `growth_rate` compares this
 * month with the same days of last month in percent, and is 0 if those had no revenue (`last_month_revenue`). Students are people who have
 * a course, free or bought, each counted once; enrolments are the courses they have. Views, ratings and completion need a published course
 * (`active_courses`) and are 0 until there is one; completion also needs `FEWEST_STUDENTS`, and is a percentage of the enrolments.
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
      /** The figures include this installation's sample data. */
      has_samples: z.boolean(),
    }),
  },
  errors: [],
});

/**
 * CRE-11, CRE-12. One number per month, oldest first, ending with the current month; `months` names them (`2026-11`). `student_growth`
 * counts people by the month in which they got their first course. The `measured_…` fields are the numbers of sessions, answers and
 * students behind the engagement, whose texts are empty while these are 0.
 */
export const getCreatorAnalytics = defineEndpoint({
  name: 'getCreatorAnalytics',
  method: 'GET',
  path: '/api/creator/analytics',
  summary: "The caller's revenue and students, month by month.",
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
      /** Number of students behind the completion rate, which equals the rate in the stats. */
      measured_students: z.int(),
    }),
  },
  errors: ['validation.failed'],
});

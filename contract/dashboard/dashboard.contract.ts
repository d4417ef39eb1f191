import { ACHIEVEMENT_COUNTS } from './achievements.ts';
import * as z from 'zod/mini';
import { day, identifier, moment } from '#contract/platform/bounded.ts';
import { INT8_MOST, wholeText } from '#contract/platform/numbers.ts';
import { courseSummarySchema } from '#contract/courses/courses.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { timeZoneName } from '#contract/platform/time-zone.ts';
import { sentenceSchema } from '#contract/platform/sentence.contract.ts';

/** Rows of each list on the dashboard (DSH-02). */
export const DASHBOARD_ROWS = 5;
/** Maximum number of minutes per report: a client sends the rest later. */
export const MINUTES_PER_REPORT = 240;
/** Maximum age of a reported minute, in days: as long as an act may wait on a device. */
export const REPORT_WITHIN_DAYS = 30;
export const WEEKLY_MINUTES = { min: 5, max: 6_000 } as const;

const timeZone = z._default(timeZoneName, 'UTC');
const ofUser = z.object({ user_id: z.string() });

export const achievementSchema = z.object({
  id: z.string(),
  /** In English; `title_words` holds the data for translations. */
  title: z.string(),
  title_words: sentenceSchema,
  points: z.int(),
  counts: z.enum(ACHIEVEMENT_COUNTS),
  /** The current count and the target. */
  progress: z.int(),
  target: z.int(),
  awarded_at: z.nullable(z.string()),
});
export type Achievement = z.infer<typeof achievementSchema>;

export const goalSchema = z.union([
  z.object({ kind: z.literal('week'), minutes: z.int(), done_minutes: z.int() }),
  z.object({
    kind: z.literal('course'),
    course_id: z.string(),
    title: z.string(),
    /** The deadline's last day, in the learner's time zone. */
    due_on: z.string(),
    progress: z.int(),
    is_done: z.boolean(),
    /** Remaining lessons, and whole days until the end of the due date; negative when overdue. */
    lessons_left: z.int(),
    days_left: z.int(),
  }),
]);
export type Goal = z.infer<typeof goalSchema>;

export const dashboardSchema = z.object({
  completed_courses: z.int(),
  /** Hours of activity since `measured_since`, with one decimal. */
  total_hours: z.number(),
  /** The first measured day; null if none. */
  measured_since: z.nullable(z.string()),
  streak_days: z.int(),
  total_points: z.int(),
  /** At most five, by last activity. */
  courses: z.array(courseSummarySchema),
  course_total: z.int(),
  /** The latest five. */
  achievements: z.array(achievementSchema),
  achievement_total: z.int(),
  /** The last seven days in the learner's time zone, oldest first. */
  weekly_activity: z.array(z.object({ day: z.string(), minutes: z.int(), lessons: z.int() })),
  goals: z.array(goalSchema),
  /** Questions due for review now. */
  review_due: z.int(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** A learner's dashboard (DSH-03). Every figure is counted; none is a placeholder (G38). */
export const getDashboard = defineEndpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/api/dashboard/:user_id',
  summary: 'The caller’s learning figures.',
  auth: 'user',
  scopes: ['learn'],
  params: ofUser,
  query: z.object({ time_zone: timeZone }),
  responses: { 200: dashboardSchema },
  errors: ['validation.failed'],
});

/** Lists a learner's achievements (DSH-03). */
export const listAchievements = defineEndpoint({
  name: 'listAchievements',
  method: 'GET',
  path: '/api/achievements/:user_id',
  summary: 'All achievements, with the caller’s progress.',
  auth: 'user',
  scopes: ['learn'],
  params: ofUser,
  query: z.object({ time_zone: timeZone }),
  responses: { 200: z.object({ achievements: z.array(achievementSchema) }) },
  errors: ['validation.failed'],
});

/** Each minute counts once, however many times and from however many windows it is reported. */
export const reportActivity = defineEndpoint({
  name: 'reportActivity',
  method: 'POST',
  path: '/api/activity',
  summary: 'Report minutes in which the caller was learning: the page was visible, with activity within sixty seconds.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  readBy: 'no_text',
  body: z.object({
    minutes: z.array(moment).check(z.minLength(1), z.maxLength(MINUTES_PER_REPORT)),
    course_id: z.optional(identifier),
  }),
  example: { minutes: ['2026-11-29T23:59:00+01:00'] },
  responses: { 200: z.object({ counted: z.int() }) },
  errors: ['validation.failed'],
  limit: 'poll',
});

/** Number of study days listed: four weeks, ending today. */
export const STUDY_DAYS = 28;

export const listStudyDays = defineEndpoint({
  name: 'listStudyDays',
  method: 'GET',
  path: '/api/study-days/:course_id',
  summary: 'The days of the last four weeks on which the caller studied a course, newest first, each with its sessions.',
  auth: 'user',
  scopes: ['learn'],
  params: z.object({ course_id: z.string() }),
  query: z.object({ time_zone: timeZone }),
  responses: {
    200: z.object({
      days: z.array(
        z.object({
          day: z.string(),
          minutes: z.int(),
          /** Lessons completed on that day. */
          lessons: z.int(),
          /** In chronological order; a new session begins after half an hour without activity. */
          sessions: z.array(z.object({ began_at: z.string(), ended_at: z.string() })),
        }),
      ),
    }),
  },
  errors: ['validation.failed', 'not_found'],
});

export const listPoints = defineEndpoint({
  name: 'listPoints',
  method: 'GET',
  path: '/api/points',
  summary: "The caller's points: each award with its reason, latest first.",
  auth: 'user',
  scopes: ['learn'],
  query: z.object({ before: z.optional(wholeText(1, INT8_MOST)) }),
  responses: {
    200: z.object({
      total: z.int(),
      entries: z.array(
        z.object({
          id: z.int(),
          points: z.int(),
          kind: z.enum(['lesson', 'course', 'generated', 'achievement', 'other']),
          /** The lesson's or course's title, or the achievement's text; null if the course was deleted. */
          subject: z.nullable(z.string()),
          /** Title of the course, for a lesson. */
          course_title: z.nullable(z.string()),
          subject_words: z.nullable(sentenceSchema),
          created_at: z.string(),
        }),
      ),
      next: z.nullable(z.int()),
    }),
  },
  errors: ['validation.failed'],
});

export const setWeeklyGoal = defineEndpoint({
  name: 'setWeeklyGoal',
  method: 'PUT',
  path: '/api/goals/week',
  summary: 'Set how many minutes a week the caller wants to learn; null removes the goal.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  readBy: 'no_text',
  body: z.object({ minutes: z.nullable(z.int().check(z.gte(WEEKLY_MINUTES.min), z.lte(WEEKLY_MINUTES.max))) }),
  example: { minutes: 120 },
  responses: { 200: z.object({ minutes: z.nullable(z.int()) }) },
  errors: ['validation.failed'],
});

export const setCourseGoal = defineEndpoint({
  name: 'setCourseGoal',
  method: 'PUT',
  path: '/api/goals/courses/:course_id',
  summary: 'Set the day by which the caller wants to have completed a course; null removes the goal.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  readBy: 'no_text',
  params: z.object({ course_id: z.string() }),
  body: z.object({ due_on: z.nullable(day) }),
  example: { due_on: '2027-01-01' },
  responses: { 200: z.object({ due_on: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'not_found'],
});

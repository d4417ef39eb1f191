import * as z from 'zod/mini';
import { identifier, moment } from '#contract/platform/bounded.ts';
import { pictureSchema } from '#contract/courses/picture-schemas.ts';
import { paceSchema } from '#contract/courses/course-plan.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Maximum number of courses that are offered to continue. */
export const CONTINUE_LIMIT = 3;

/** Maximum block number: more than any lesson has. */
const MAX_POSITION = 100_000;

/**
 * Where reading stopped. `position`: the integer part counts the blocks of the lesson from 0, the fraction is the position within that
 * block.
 */
export const readingPlaceSchema = z.object({ lesson_id: z.string(), position: z.number(), read_at: z.string() });
export type ReadingPlace = z.infer<typeof readingPlaceSchema>;

/** The latest `read_at` wins, capped at the server's time; an older report changes nothing. */
export const saveReadingPlace = defineEndpoint({
  name: 'saveReadingPlace',
  method: 'PUT',
  path: '/api/courses/:course_id/reading-place',
  summary: 'Store the caller’s reading position in a course; returns the current position.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  readBy: 'no_text',
  limit: 'poll',
  params: z.object({ course_id: z.string() }),
  body: z.object({
    /** Its permanent id, or `0_1` in the live version. */
    lesson_id: identifier,
    position: z.number().check(z.gte(0), z.lte(MAX_POSITION)),
    read_at: moment,
  }),
  example: { lesson_id: '0_0', position: 1.5, read_at: '2026-11-20T10:00:00.000Z' },
  responses: { 200: z.object({ reading_place: readingPlaceSchema }) },
  errors: ['validation.failed', 'not_found'],
});

/** A course in progress, with its next lesson. */
export const continueSchema = z.object({
  course_id: z.string(),
  title: z.string(),
  /** A value of the form's `language_preference`. */
  language: z.string(),
  progress: z.int(),
  completed_lessons: z.int(),
  lesson_count: z.int(),
  lesson: z.object({ lesson_id: z.string(), title: z.string(), module: z.int(), lesson: z.int() }),
  /**
   * The day or week of the course's pace to which the next lesson belongs: its number from 1, how many the course has, and how many of its
   * lessons are left. Absent for a course without a pace.
   */
  day: z.optional(z.object({ unit: paceSchema.shape.unit, number: z.int(), of: z.int(), left: z.int() })),
  /** Minutes of reading from where the caller stopped to the end of each section of the next lesson. Only of the course read last. */
  section_ends: z.optional(z.array(z.number())),
  read_at: z.string(),
  /** If absent, the interface draws a cover from the title. */
  cover: z.optional(z.nullable(pictureSchema)),
});
export type ContinueCourse = z.infer<typeof continueSchema>;

export const listContinue = defineEndpoint({
  name: 'listContinue',
  method: 'GET',
  path: '/api/continue',
  summary: 'The courses that the caller read last and has not completed, with the lesson to continue.',
  auth: 'user',
  scopes: ['learn'],
  responses: { 200: z.object({ courses: z.array(continueSchema) }) },
  errors: [],
});

import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { searchText } from '#contract/platform/visible-name.ts';
import { courseClipSchema, pictureSchema } from './picture-schemas.ts';
import { readingPlaceSchema } from '#contract/progress/reading-place.contract.ts';
import { coursePlanSchema } from './course-plan.contract.ts';
import { citationSchema } from './citation.contract.ts';
import { COURSE_SORTS } from './course-sorts.ts';
import { quizItemSchema } from './quiz.contract.ts';
import { workshopSchema } from './workshop.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { authorshipSchema } from '#contract/platform/authorship.ts';

export const COURSE_QUALITY = ['high', 'standard', 'partial', 'unrated'] as const;

/** `solution`: Markdown, the features of a good result; shown on request after the learner has written one. Old exercises have none. */
export const exerciseSchema = z.object({
  id: z.string(),
  title: z.string(),
  instructions: z.string(),
  solution: z.optional(z.string()),
});

/**
 * `language`: not in the requested language; `reading_level`: harder than requested; `length`: much shorter than requested; `unfinished`:
 * the text breaks off, or something in it is never closed; `unsourced_study`: it cites a study although no source was given; `age`:
 * requested by a minor, on a topic not meant for minors; `quiz_unchecked`: the quiz was omitted because no service could check it;
 * `quiz_dropped`: the quiz was omitted because the checking service agreed with none of its questions; `no_practice`: quiz and exercises
 * could not be written, or the learner stopped the course first; `not_sourced`: the lesson was to be written from the learner's sources,
 * but no statement in it is supported by them; `edited`: edited by the owner.
 */
export const LESSON_NOTES = [
  'language',
  'reading_level',
  'length',
  'too_long',
  'unfinished',
  'unsourced_study',
  'age',
  'quiz_unchecked',
  'quiz_dropped',
  'no_practice',
  'not_sourced',
  'edited',
] as const;

/** A lesson (CRS-07, G35). `content` is Markdown. `lesson_id` is stable across versions; `index` is the specified `0_1` form (G34). */
export const lessonSchema = z.object({
  lesson_id: z.string(),
  index: z.string(),
  title: z.string(),
  content: z.string(),
  objectives: z.array(z.string()),
  key_takeaways: z.array(z.string()),
  duration_minutes: z.int(),
  quiz: z.array(quizItemSchema),
  exercises: z.array(exerciseSchema),
  /** Services write one for each module; owners may add others. */
  workshop: z.optional(workshopSchema),
  /** Only for lessons written from the learner's own sources. */
  citations: z.optional(z.array(citationSchema)),
  /** null if a person wrote the lesson. */
  written_by: z.nullable(z.enum(SERVICES)),
  /** Absent if not recorded, or if a person wrote the lesson. */
  written_with: z.optional(authorshipSchema),
  /** null if not checked (only one service was available). */
  reviewed_by: z.nullable(z.enum(SERVICES)),
  reviewed_with: z.optional(authorshipSchema),
  /** People wrote and checked the lesson, for the demo library; absent for all others. */
  of_library: z.optional(z.literal(true)),
  /** Known weaknesses of this lesson, e.g. `language`: it could not be written in the requested language. */
  notes: z.array(z.enum(LESSON_NOTES)),
  completed: z.boolean(),
  bookmarked: z.boolean(),
  pinned: z.boolean(),
  /**
   * Of a bought course that can still be refunded: the lesson was not opened yet, so its text, questions and exercises are left out;
   * `openLesson` returns them.
   */
  is_held_back: z.optional(z.boolean()),
});
export type Lesson = z.infer<typeof lessonSchema>;

export const moduleSchema = z.object({ title: z.string(), summary: z.string(), lessons: z.array(lessonSchema) });

export const courseSchema = z.object({
  course_id: z.string(),
  /** The run that wrote it; null when that run was deleted. */
  task_id: z.nullable(z.string()),
  /** Number of this version. */
  version: z.int(),
  title: z.string(),
  description: z.string(),
  difficulty: z.string(),
  duration: z.string(),
  language: z.string(),
  age_group: z.string(),
  learning_objectives: z.array(z.string()),
  expert_insights: z.array(z.string()),
  industry_relevance: z.array(z.string()),
  modules: z.array(moduleSchema),
  /** What its lessons share: thread, terms, final task. Absent in courses that were not planned as a whole. */
  plan: z.optional(coursePlanSchema),
  /** Number of lessons of the outline that could not be written; 0 unless `quality_level` is `partial`. */
  missing_lessons: z.int(),
  /** The cover, and the modules' pictures in module order. */
  pictures: z.optional(z.object({ cover: z.nullable(pictureSchema), modules: z.array(z.nullable(pictureSchema)) })),
  clip: z.optional(z.nullable(courseClipSchema)),
  /** The tutor was requested on the form, and is available beside the lessons. */
  tutor: z.optional(z.boolean()),
  /** Human form, e.g. `3 h 20 min`, summed from the lessons. */
  estimated_total_duration: z.string(),
  status: z.enum(['generated', 'in-progress', 'completed']),
  progress: z.int(),
  /** Number of lessons added after the owner had completed every lesson, and not completed yet; 0 for others. */
  new_lessons: z.optional(z.int()),
  /** Where the owner stopped reading; null if they have not begun, or if this version does not have the lesson. */
  reading_place: z.nullable(readingPlaceSchema),
  saved_at: z.nullable(z.string()),
  created_at: z.string(),
  /**
   * `high`: all planned lessons, each checked by a service that did not write it, with practice and without notes. `standard`: all planned
   * lessons. `partial`: `missing_lessons` are missing. `unrated`: the course was not written for a request, so no rating applies.
   */
  quality_level: z.enum(COURSE_QUALITY),
});
export type Course = z.infer<typeof courseSchema>;

/** A course without its lessons' texts (CRS-07). */
export const courseOutlineSchema = z.object({
  modules: z.array(z.object({ title: z.string(), lessons: z.array(z.object({ title: z.string(), objectives: z.array(z.string()) })) })),
  learning_objectives: z.array(z.string()),
  expert_insights: z.array(z.string()),
});
export type CourseOutline = z.infer<typeof courseOutlineSchema>;

/** A row of My Courses: all fields except the lessons' texts. */
export const courseSummarySchema = z.object({
  course_id: z.string(),
  title: z.string(),
  description: z.string(),
  difficulty: z.string(),
  duration: z.string(),
  age_group: z.string(),
  ...courseOutlineSchema.shape,
  module_count: z.int(),
  lesson_count: z.int(),
  estimated_total_duration: z.string(),
  status: z.enum(['generated', 'in-progress', 'completed']),
  progress: z.int(),
  /** Number of lessons added after the owner had completed every lesson, and not completed yet; 0 for others. */
  new_lessons: z.optional(z.int()),
  saved_at: z.nullable(z.string()),
  created_at: z.string(),
  quality_level: z.enum(COURSE_QUALITY),
  /** Without a cover, the interface draws one from the title. */
  cover: z.optional(z.nullable(pictureSchema)),
  /** `assigned`: a copy of a course that a teacher has assigned, or that was opened in a learning platform. */
  origin: z.enum(['generated', 'imported', 'market', 'assigned']),
});
export type CourseSummary = z.infer<typeof courseSummarySchema>;

/** Longest search text. */
export const COURSE_SEARCH_LENGTH = 200;

const ofUser = z.object({ user_id: z.string() });
const paging = z.object({
  limit: z._default(wholeText(1, 100), 50),
  /** Opaque, from the previous page's `next`. */
  after: z.optional(z.string()),
});
/** Filters of a list; without any, the whole list. */
const listQuery = z.extend(paging, {
  /** Every word must occur in the title or the description, in any order and case, with or without accents and Arabic vowel signs. */
  q: z.optional(searchText(COURSE_SEARCH_LENGTH)),
  status: z.optional(z.enum(['in-progress', 'completed'])),
  sort: z.optional(z.enum(COURSE_SORTS)),
});
/** `total`: number of all courses of the account, or of all saved ones, ignoring page and filters. */
const page = z.object({ courses: z.array(courseSummarySchema), next: z.nullable(z.string()), total: z.int() });

/**
 * Which courses a list contains: courses written here; others (imported, or taken from the marketplace); courses that do not belong to
 * another creator, even after an export and import; or all.
 */
export const LISTED_COURSES = ['generated', 'other', 'publishable', 'all'] as const;

export const listCourses = defineEndpoint({
  name: 'listCourses',
  method: 'GET',
  path: '/api/courses/:user_id',
  summary: "The caller's generated courses, newest first; on request also courses imported or taken from the marketplace (CRS-12).",
  auth: 'user',
  scopes: ['courses:read'],
  turns: ['q'],
  params: ofUser,
  query: z.extend(listQuery, {
    origin: z._default(z.enum(LISTED_COURSES), 'generated'),
    /** Omits saved courses, for a screen that lists them elsewhere. */
    unsaved: z.optional(z.literal('true')),
  }),
  responses: {
    200: z.extend(page, { /** How many of `total` were generated here, rather than imported or bought. */ generated: z.int() }),
  },
  errors: ['validation.failed'],
});

export const getCourse = defineEndpoint({
  name: 'getCourse',
  method: 'GET',
  path: '/api/courses/:user_id/:course_id',
  summary: 'One course with all its lessons.',
  auth: 'user',
  scopes: ['courses:read'],
  params: z.object({ user_id: z.string(), course_id: z.string() }),
  responses: { 200: z.object({ course: courseSchema }) },
  errors: ['not_found'],
});

export const openLesson = defineEndpoint({
  name: 'openLesson',
  method: 'POST',
  path: '/api/courses/:course_id/lessons/:lesson_id/open',
  summary: 'One lesson with its text. Of a bought course, opening a lesson counts against its refund; opening it again changes nothing.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:read'],
  params: z.object({ course_id: z.string(), lesson_id: z.string() }),
  responses: { 200: z.object({ lesson: lessonSchema }) },
  errors: ['not_found', 'refund.under_way'],
});

/** CRS-08/09, A13: `course_data` and `user_id` are accepted, but the stored course is saved. */
export const saveCourse = defineEndpoint({
  name: 'saveCourse',
  method: 'POST',
  path: '/api/courses/save',
  summary: 'Save (bookmark) a course.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'no_text',
  // clients may send back the whole course; the longest are half a megabyte
  apart: { course_data: { as: 'nothing', bytes: 2_000_000 } },
  body: z.object({ course_id: identifier, course_data: z.optional(z.unknown()), user_id: z.optional(identifier) }),
  example: { course_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d', course_data: {} },
  responses: { 200: z.object({ message: z.string(), total_saved_courses: z.int() }) },
  errors: ['validation.failed', 'not_found'],
});

export const listSavedCourses = defineEndpoint({
  name: 'listSavedCourses',
  method: 'GET',
  path: '/api/courses/saved/:user_id',
  summary: "The caller's saved courses, last saved first.",
  auth: 'user',
  scopes: ['courses:read'],
  turns: ['q'],
  params: ofUser,
  query: listQuery,
  responses: { 200: page },
  errors: ['validation.failed'],
});

export const removeSavedCourse = defineEndpoint({
  name: 'removeSavedCourse',
  method: 'DELETE',
  path: '/api/courses/saved/:course_id',
  summary: 'Remove a course from the saved list, without deleting it.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  params: z.object({ course_id: z.string() }),
  responses: { 200: z.object({ message: z.string(), remaining_saved_courses: z.int() }) },
  errors: ['not_found'],
});

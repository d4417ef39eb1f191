import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

const params = z.object({ course_id: z.string() });

const shareSchema = z.object({
  /** Path of the public page of the course; null while it is not shared. */
  path: z.nullable(z.string()),
  shared_at: z.nullable(z.string()),
});
export type CourseShare = z.infer<typeof shareSchema>;

export const getShare = defineEndpoint({
  name: 'getShare',
  method: 'GET',
  path: '/api/course-shares/:course_id',
  summary: 'The address at which one of the caller’s courses is shared; null without one.',
  auth: 'user',
  personOnly: 'everything',
  params,
  responses: { 200: shareSchema },
  errors: ['not_found'],
});

/** Sharing a course again returns its existing path. */
export const shareCourse = defineEndpoint({
  name: 'shareCourse',
  method: 'PUT',
  path: '/api/course-shares/:course_id',
  summary: 'Share one of the caller’s courses at an address that cannot be guessed.',
  auth: 'user',
  offline: 'network',
  personOnly: 'everything',
  age: 'chat_with_strangers',
  params,
  responses: { 200: shareSchema },
  errors: ['not_found', 'market.not_yours'],
});

export const unshareCourse = defineEndpoint({
  name: 'unshareCourse',
  method: 'DELETE',
  path: '/api/course-shares/:course_id',
  summary: 'Stop sharing a course: its address permanently stops working.',
  auth: 'user',
  offline: 'network',
  personOnly: 'everything',
  opensNothing: 'ends it',
  params,
  responses: { 200: shareSchema },
  errors: ['not_found'],
});

const sharedCourseSchema = z.object({
  title: z.string(),
  /** Markdown. */
  description: z.string(),
  language: z.string(),
  /** The owner's public name. */
  by: z.string(),
  learning_objectives: z.array(z.string()),
  modules: z.array(
    z.object({
      title: z.string(),
      summary: z.string(),
      lessons: z.array(z.object({ title: z.string(), content: z.string(), key_takeaways: z.array(z.string()), duration_minutes: z.int() })),
    }),
  ),
});
export type SharedCourse = z.infer<typeof sharedCourseSchema>;

/** Reveals nothing about the owner except the public name, and nothing about their progress. */
export const readSharedCourse = defineEndpoint({
  name: 'readSharedCourse',
  method: 'GET',
  path: '/api/shared/:token',
  summary: 'A shared course, for anyone who has its address.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  params: z.object({ token: z.string() }),
  responses: { 200: z.object({ course: sharedCourseSchema }) },
  errors: ['not_found', 'limits.rate'],
});

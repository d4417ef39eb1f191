import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { MAX_PICTURES } from '../billing/price.ts';
import { pictureSchema } from './picture-schemas.ts';

/** Length limits of an alternative text. */
export const ALT_CHARACTERS = { least: 20, most: 250 } as const;
/** Fixed size of a picture's box, so that the layout does not shift when the picture loads. */
export const PICTURE_SIZE = { width: 1280, height: 720 } as const;
export const THUMB_SIZE = { width: 480, height: 270 } as const;

/** A place for a picture. `removed`: the owner removed it; `missing`: it could not be drawn, and `problem` says why. */
export const picturePlaceSchema = z.object({
  /** `cover`, or the id of a lesson of the module. */
  place: z.string(),
  state: z.enum(['none', 'drawing', 'drawn', 'missing', 'removed']),
  picture: z.nullable(pictureSchema),
  problem: z.nullable(z.string()),
});
export type PicturePlace = z.infer<typeof picturePlaceSchema>;

/** The place of a course's clip. `failed`: the clip could not be filmed, and `problem` says why. */
const clipPlaceSchema = z.object({
  clip_id: z.nullable(z.string()),
  state: z.enum(['none', 'filming', 'filmed', 'failed']),
  problem: z.nullable(z.string()),
  has_poster: z.boolean(),
  /** Length of a new clip; it is always filmed in the fast mode. */
  seconds: z.int(),
  /** Seconds of video left in the plan's quota: a longer clip costs tokens. */
  seconds_left: z.int(),
});
export type ClipPlace = z.infer<typeof clipPlaceSchema>;

const ofCourse = z.object({ course_id: z.string() });
const place = z.string().check(z.maxLength(60));

export const coursePictures = defineEndpoint({
  name: 'coursePictures',
  method: 'GET',
  path: '/api/course-pictures/:course_id',
  summary: 'The places for pictures in one of the caller’s courses, with their pictures.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofCourse,
  responses: {
    200: z.object({
      /** Whether this installation can draw pictures. */
      available: z.boolean(),
      /** False for a copy of another creator's course, which shows the original's pictures. */
      may_change: z.boolean(),
      /** Pictures left in the plan's quota; further pictures cost tokens. */
      pictures_left: z.int(),
      cover: picturePlaceSchema,
      /** In the order of the modules. */
      modules: z.array(picturePlaceSchema),
      clip: clipPlaceSchema,
    }),
  },
  errors: ['not_found'],
  limit: 'poll',
});

/** Reasons for which any order for a course can be refused. */
const ORDER_ERRORS = [
  'not_found',
  'market.not_yours',
  'media.not_configured',
  'tokens.insufficient',
  'spend.user_cap',
  'spend.install_cap',
  'queue.full',
  'idempotency.body_mismatch',
] as const;

/** Repeating the call with the same Idempotency-Key, or while the picture is being drawn, does not draw a second picture. */
export const drawCoursePictures = defineEndpoint({
  name: 'drawCoursePictures',
  method: 'POST',
  path: '/api/course-pictures/:course_id',
  summary: 'Draw new pictures for places in one of the caller’s courses.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  headers: ['Idempotency-Key'],
  params: ofCourse,
  body: z.object({ places: z.array(place).check(z.minLength(1), z.maxLength(MAX_PICTURES)) }),
  example: { places: ['cover'] },
  responses: { 202: z.object({ task_id: z.string() }) },
  errors: ['validation.failed', 'picture.not_drawable', 'service.unavailable', ...ORDER_ERRORS],
  limit: 'generate',
});

export const removeCoursePicture = defineEndpoint({
  name: 'removeCoursePicture',
  method: 'DELETE',
  path: '/api/course-pictures/:course_id/:place',
  summary: 'Remove the picture at a place. Without a picture, nothing changes.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  params: z.object({ course_id: z.string(), place }),
  responses: { 200: z.object({ place: z.string() }) },
  errors: ['not_found', 'market.not_yours'],
});

export const coursePictureFile = defineEndpoint({
  name: 'coursePictureFile',
  method: 'GET',
  path: '/api/course-pictures/:course_id/files/:media_id',
  summary: 'A picture of one of the caller’s courses. The content of an id never changes.',
  auth: 'user',
  scopes: ['courses:read'],
  params: z.object({ course_id: z.string(), media_id: z.string() }),
  media: 'image/webp',
  responses: { 200: fileBody },
  errors: ['not_found'],
  limit: 'poll',
});

// without `params`: otherwise the browser's build includes the schema library
const clipFile = { method: 'GET', auth: 'user', errors: ['not_found'], limit: 'poll' } as const;

/** Supports `Range` requests, so that a player can seek. */
export const courseClipVideo = defineEndpoint({
  ...clipFile,
  name: 'courseClipVideo',
  path: '/api/course-clips/:course_id/video',
  params: ofCourse,
  summary: 'The clip of one of the caller’s courses.',
  scopes: ['courses:read'],
  media: 'video/mp4',
  responses: { 200: fileBody, 206: fileBody },
});

export const courseClipPoster = defineEndpoint({
  ...clipFile,
  name: 'courseClipPoster',
  path: '/api/course-clips/:course_id/poster',
  params: ofCourse,
  summary: 'A preview picture of a course’s clip.',
  scopes: ['courses:read'],
  media: 'image/jpeg',
  responses: { 200: fileBody },
});

export const courseClipCaptions = defineEndpoint({
  ...clipFile,
  name: 'courseClipCaptions',
  path: '/api/course-clips/:course_id/captions',
  params: ofCourse,
  summary: 'The captions of a course’s clip, as WebVTT.',
  scopes: ['courses:read'],
  media: 'text/vtt',
  responses: { 200: fileBody },
});

/** Repeating the call while a clip is being filmed for the course does not film a second one. */
export const filmCourseClip = defineEndpoint({
  name: 'filmCourseClip',
  method: 'POST',
  path: '/api/course-clips/:course_id',
  summary: 'Film a new clip for one of the caller’s courses. The previous clip remains in the caller’s videos.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  headers: ['Idempotency-Key'],
  params: ofCourse,
  responses: { 202: z.object({ task_id: z.string() }) },
  errors: ORDER_ERRORS,
  limit: 'generate',
});

export const removeCourseClip = defineEndpoint({
  name: 'removeCourseClip',
  method: 'DELETE',
  path: '/api/course-clips/:course_id',
  summary: 'Remove the clip from a course. It stays in the caller’s videos. Without a clip nothing changes.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  params: ofCourse,
  responses: { 200: z.object({ course_id: z.string() }) },
  errors: ['not_found', 'market.not_yours'],
});

export const marketCover = defineEndpoint({
  name: 'marketCover',
  method: 'GET',
  path: '/api/market/covers/:course_id/:media_id',
  summary: 'The cover of a published course; public while the course is published.',
  auth: 'public',
  publicAs: 'market',
  link: 'no_secret',
  params: z.object({ course_id: z.string(), media_id: z.string() }),
  media: 'image/webp',
  responses: { 200: fileBody },
  errors: ['not_found'],
  limit: 'poll',
});

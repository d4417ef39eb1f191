import * as z from 'zod/mini';
import { SPEECH_SERVICES } from '#contract/platform/ai-services.ts';
import { identifier } from '#contract/platform/bounded.ts';
import { AUDIO_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';

/** `voice`: one voice reads the lesson; `dialogue`: a second voice asks questions. */
export const AUDIO_STYLES = ['voice', 'dialogue'] as const;
export type AudioStyle = (typeof AUDIO_STYLES)[number];

/** Returns the maximum price of an audio lesson of this many minutes, in hundredths of a token. */
export const audioCost = (minutes: number): number => AUDIO_CENTITOKENS * minutes;

const language = z.enum(FORM_OPTIONS.language_preference);
const ofCourse = z.object({ course_id: z.string() });
const inLanguage = z.object({ course_id: z.string(), language });
const ofLesson = z.object({ course_id: z.string(), lesson_id: z.string(), language });

/**
 * The audio version of a lesson. `none`: nobody has ordered it; `stale`: the lesson's text has changed since; `untranslated`: the lesson
 * has no text in this language.
 */
const lessonAudioSchema = z.object({
  lesson_id: z.string(),
  title: z.string(),
  /** The title of the lesson's module. */
  module: z.string(),
  /** The index of the lesson's module, from 0. */
  module_index: z.int(),
  state: z.enum(['none', 'being_made', 'ready', 'stale', 'untranslated']),
  /** The maximum length, for which an order reserves tokens. */
  minutes: z.int(),
  /** The length; null until the audio exists. */
  seconds: z.nullable(z.number()),
  bytes: z.nullable(z.int()),
  /** The service of the voice; `espeak` is the installation's robotic voice. Null until the audio exists. */
  spoken_by: z.nullable(z.enum([...SPEECH_SERVICES, 'espeak'])),
});
export type LessonAudio = z.infer<typeof lessonAudioSchema>;

const placeSchema = z.object({ language, lesson_id: identifier, seconds: z.int().check(z.minimum(0), z.maximum(86_400)) });
/** The position at which the listener stopped. */
export type AudioPlace = z.infer<typeof placeSchema>;

const courseAudioSchema = z.object({
  title: z.string(),
  language,
  /** The course's original language and its translations. */
  languages: z.array(language),
  /** Languages in which at least one lesson has audio. */
  spoken: z.array(language),
  style: z.enum(AUDIO_STYLES),
  /** Whether this installation can synthesise speech; if not, nothing can be ordered. */
  available: z.boolean(),
  /** New recordings use a robotic voice, because no speech service is configured. */
  mechanical: z.boolean(),
  /** The audio is shared with the course's learners. */
  published: z.boolean(),
  /** False for a copy of another creator's course, whose audio cannot be published. */
  may_publish: z.boolean(),
  /** False if the only audio belongs to another creator's course. */
  may_remove: z.boolean(),
  /** The run that is making audio; null when there is none. */
  task_id: z.nullable(z.string()),
  progress: z.int(),
  /** Why the last order produced no audio; null if it did. */
  problem: z.nullable(z.string()),
  /** The address for podcast players; null until there is one. */
  feed_url: z.nullable(z.string()),
  place: z.nullable(placeSchema),
  lessons: z.array(lessonAudioSchema),
});
export type CourseAudio = z.infer<typeof courseAudioSchema>;

const AUDIO = '/api/course-audio/:course_id';
const IN_LANGUAGE = `${AUDIO}/:language`;
const wantedLanguage = z.object({ language: z.optional(language) });

export const courseAudio = defineEndpoint({
  name: 'courseAudio',
  method: 'GET',
  path: AUDIO,
  summary: 'The audio of one of the caller’s courses, lesson by lesson, in its own language unless another is requested.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofCourse,
  query: wantedLanguage,
  responses: { 200: courseAudioSchema },
  errors: ['not_found'],
  limit: 'poll',
});

/** Repeating the call with its Idempotency-Key makes the audio only once. */
export const makeAudio = defineEndpoint({
  name: 'makeAudio',
  method: 'POST',
  path: AUDIO,
  summary: 'Make audio for lessons of one of the caller’s courses: the given lessons, or all without current audio.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  headers: ['Idempotency-Key'],
  params: ofCourse,
  body: z.object({
    language,
    style: z._default(z.enum(AUDIO_STYLES), 'voice'),
    /** Ids of lessons; all lessons when absent. */
    lessons: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(400))),
  }),
  example: { language: 'german' },
  responses: {
    /** `task_id` is null when all requested audio is up to date. */
    200: z.object({ task_id: z.null() }),
    202: z.object({ task_id: z.string() }),
  },
  errors: [
    'refund.under_way',
    'validation.failed',
    'not_found',
    'media.not_configured',
    'media.full',
    'audio.being_made',
    'tokens.insufficient',
    'spend.user_cap',
    'spend.install_cap',
    'queue.full',
    'idempotency.body_mismatch',
  ],
  limit: 'generate',
});

export const removeAudio = defineEndpoint({
  name: 'removeAudio',
  method: 'DELETE',
  path: IN_LANGUAGE,
  summary: 'Delete the audio of a course of the caller in one language, and its podcast address.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  params: inLanguage,
  responses: { 200: z.object({ language }) },
  errors: ['not_found', 'audio.being_made'],
  limit: 'default',
});

export const publishAudio = defineEndpoint({
  name: 'publishAudio',
  method: 'PUT',
  path: `${IN_LANGUAGE}/published`,
  summary: 'Share the audio of one of the caller’s own courses with its learners, or stop sharing it.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'no_text',
  params: inLanguage,
  body: z.object({ published: z.boolean() }),
  example: { published: true },
  responses: { 200: z.object({ published: z.boolean() }) },
  errors: ['not_found', 'market.not_yours'],
  limit: 'default',
});

export const saveAudioPlace = defineEndpoint({
  name: 'saveAudioPlace',
  method: 'PUT',
  path: `${AUDIO}/place`,
  summary: 'Store where the caller stopped listening, for their other devices.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  readBy: 'no_text',
  params: ofCourse,
  body: placeSchema,
  example: { language: 'german', lesson_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a14', seconds: 1 },
  responses: { 200: placeSchema },
  errors: ['not_found'],
  limit: 'poll',
});

/** Repeating the call returns the same address until it is revoked. */
export const openAudioFeed = defineEndpoint({
  name: 'openAudioFeed',
  method: 'POST',
  path: `${IN_LANGUAGE}/feed`,
  summary: 'The podcast address of the audio; anyone who has it can listen until it is revoked.',
  auth: 'user',
  offline: 'network',
  personOnly: 'everything',
  age: 'secret_address',
  proven: true,
  params: inLanguage,
  responses: { 200: z.object({ feed_url: z.string() }) },
  errors: ['not_found'],
  limit: 'default',
});

export const revokeAudioFeed = defineEndpoint({
  name: 'revokeAudioFeed',
  method: 'DELETE',
  path: `${IN_LANGUAGE}/feed`,
  summary: 'Revoke the podcast address: it and its files stop working immediately.',
  auth: 'user',
  offline: 'network',
  personOnly: 'everything',
  opensNothing: 'ends it',
  params: inLanguage,
  responses: { 200: z.object({ language }) },
  errors: ['not_found'],
  limit: 'default',
});

const word = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  /** No space follows the word. */
  glued: z.optional(z.boolean()),
});
export type TranscriptWord = z.infer<typeof word>;
/** The words that one voice speaks without a pause, with their times in seconds. */
const turnSchema = z.object({ voice: z.enum(['first', 'second']), words: z.array(word) });
export type SpokenTurn = z.infer<typeof turnSchema>;

export const audioTranscript = defineEndpoint({
  name: 'audioTranscript',
  method: 'GET',
  path: `${AUDIO}/lessons/:lesson_id/transcript/:language`,
  summary: 'The transcript of a lesson’s audio, with the time of every word.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofLesson,
  responses: { 200: z.object({ turns: z.array(turnSchema) }) },
  errors: ['refund.under_way', 'not_found'],
  limit: 'default',
});

export const audioFile = defineEndpoint({
  name: 'audioFile',
  method: 'GET',
  path: `${AUDIO}/lessons/:lesson_id/file/:language`,
  summary: 'The audio of a lesson of a course of the caller.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofLesson,
  media: 'audio/mpeg',
  responses: { 200: fileBody, 206: fileBody },
  errors: ['refund.under_way', 'not_found'],
});

export const audioFeed = defineEndpoint({
  name: 'audioFeed',
  method: 'GET',
  path: '/api/audio-feeds/:token',
  summary: 'A private podcast: RSS 2.0, one episode per lesson. Anyone who has the address can listen.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  params: z.object({ token: z.string() }),
  media: 'application/rss+xml',
  responses: { 200: fileBody },
  errors: ['not_found'],
  limit: 'default',
});

export const audioFeedPicture = defineEndpoint({
  name: 'audioFeedPicture',
  method: 'GET',
  path: '/api/audio-feeds/:token/cover.jpg',
  summary: 'The cover of a private podcast: a square JPEG of 1400 pixels, as directories demand.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  turns: 'always',
  params: z.object({ token: z.string() }),
  query: z.object({ key: z.optional(z.string().check(z.maxLength(40))) }),
  media: 'image/jpeg',
  responses: { 200: fileBody },
  errors: ['validation.failed', 'not_found'],
  limit: 'default',
});

/** The id can end in `.mp3`, because some players recognise the format by the extension. */
export const audioFeedFile = defineEndpoint({
  name: 'audioFeedFile',
  method: 'GET',
  path: '/api/audio-feeds/:token/lessons/:lesson_id',
  summary: 'An episode of a private podcast.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  params: z.object({ token: z.string(), lesson_id: z.string() }),
  media: 'audio/mpeg',
  responses: { 200: fileBody, 206: fileBody },
  errors: ['refund.under_way', 'not_found'],
});

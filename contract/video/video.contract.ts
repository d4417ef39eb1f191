import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { etaSchema } from '#contract/platform/status.contract.ts';

/** VID-09: clip lengths in seconds. */
export const VIDEO_SECONDS = [5, 10, 15, 30] as const;
export const VIDEO_MODES = ['fast', 'quality'] as const;
export type VideoMode = (typeof VIDEO_MODES)[number];

/** G40: accepted picture types, detected by their bytes. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const IMAGE_BYTES = 10_000_000;
export const PROMPT_CHARACTERS = 2_000;
export const TITLE_CHARACTERS = 120;

const trimmed = (max: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.trim()),
    ),
    z.string().check(z.maxLength(max)),
  );
const duration = z.pipe(
  z.pipe(z.union([z.number(), z.string()]).check(z.meta({ examples: [10] })), z.transform(Number)),
  z.literal([...VIDEO_SECONDS]),
);

/** VID-13. `error` is shown to the user. `image_file` is the name of the start picture. */
export const videoSchema = z.object({
  task_id: z.string(),
  title: z.string(),
  prompt: z.string(),
  negative_prompt: z.string(),
  mode: z.enum(VIDEO_MODES),
  type: z.enum(['text', 'image']),
  duration: z.int(),
  /** Actual length of the clip; null until it is ready. */
  duration_seconds: z.nullable(z.number()),
  status: z.enum(['processing', 'completed', 'failed']),
  progress: z.int(),
  /** Only while the clip is being filmed; null until similar clips have been finished here: never guessed. */
  eta: z.nullable(etaSchema),
  error: z.nullable(z.string()),
  created_at: z.string(),
  image_file: z.nullable(z.string()),
  /** It failed and can be retried. */
  may_retry: z.boolean(),
  /** Captions are available: `videoCaptions`. */
  has_captions: z.boolean(),
  /** The course of the clip; null for a standalone video. */
  course: z.nullable(z.object({ course_id: z.string(), title: z.string() })),
});
export type Video = z.infer<typeof videoSchema>;

const form = {
  prompt: trimmed(PROMPT_CHARACTERS),
  mode: z._default(z.enum(VIDEO_MODES), 'fast'),
  duration: z._default(duration, 5),
  user_id: z.optional(identifier),
  negative_prompt: z._default(trimmed(PROMPT_CHARACTERS), ''),
};
const started = { 202: z.object({ task_id: z.string() }) };
const oneTask = z.object({ task_id: z.string() });
const video = z.object({ video: videoSchema });
const problems = [
  'validation.failed',
  'media.not_configured',
  'video.no_join',
  'video.longer_than_plan',
  'tokens.insufficient',
  'spend.user_cap',
  'spend.install_cap',
  'queue.full',
] as const;

export const generateVideo = defineEndpoint({
  name: 'generateVideo',
  method: 'POST',
  path: '/api/vertex-ai/veo3/generate-video',
  summary: 'Film a clip from a text. Repeating the Idempotency-Key films no second clip.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  headers: ['Idempotency-Key'],
  body: z.object(form),
  example: { prompt: 'A bee' },
  responses: started,
  errors: problems,
  limit: 'generate',
});

export const generateVideoFromImage = defineEndpoint({
  name: 'generateVideoFromImage',
  method: 'POST',
  path: '/api/vertex-ai/veo3/generate-from-image',
  summary: 'Film a clip that begins with a picture (JPG, PNG, WebP).',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  headers: ['Idempotency-Key'],
  upload: { file: { types: IMAGE_TYPES, bytes: IMAGE_BYTES } },
  body: z.object(form),
  example: { prompt: 'A bee' },
  responses: started,
  errors: [...problems, 'video.bad_image', 'media.full', 'body.too_large', 'body.unsupported_type', 'body.malformed'],
  limit: 'generate',
});

export const videoStatus = defineEndpoint({
  name: 'videoStatus',
  method: 'GET',
  path: '/api/vertex-ai/veo3/status/:task_id',
  summary: 'The progress of a clip.',
  auth: 'user',
  scopes: ['generate', 'media'],
  params: oneTask,
  responses: { 200: videoSchema },
  errors: ['not_found'],
  limit: 'poll',
});

export const videoHistory = defineEndpoint({
  name: 'videoHistory',
  method: 'GET',
  path: '/api/vertex-ai/veo3/user-history/:user_id',
  summary: 'The caller’s clips, newest first; `q`: only clips whose title or prompt contains it.',
  auth: 'user',
  scopes: ['media'],
  turns: ['q'],
  params: z.object({ user_id: z.string() }),
  query: z.object({
    limit: z._default(wholeText(1, 50), 20),
    after: z.optional(z.string()),
    q: z.optional(z.string().check(z.maxLength(200))),
  }),
  responses: { 200: z.object({ videos: z.array(videoSchema), next: z.nullable(z.string()) }) },
  errors: ['validation.failed'],
  limit: 'poll',
});

/** VID-06. Supports `Range` requests, so that a player can seek. */
export const downloadVideo = defineEndpoint({
  name: 'downloadVideo',
  method: 'GET',
  path: '/api/vertex-ai/veo3/download/:task_id',
  summary: 'The clip as an mp4 file.',
  auth: 'user',
  scopes: ['media'],
  params: oneTask,
  media: 'video/mp4',
  responses: { 200: fileBody, 206: fileBody },
  errors: ['not_found'],
});

export const videoPoster = defineEndpoint({
  name: 'videoPoster',
  method: 'GET',
  path: '/api/vertex-ai/veo3/poster/:task_id',
  summary: 'A picture of the clip.',
  auth: 'user',
  scopes: ['media'],
  params: oneTask,
  media: 'image/jpeg',
  responses: { 200: fileBody },
  errors: ['not_found'],
});

export const videoCaptions = defineEndpoint({
  name: 'videoCaptions',
  method: 'GET',
  path: '/api/vertex-ai/veo3/captions/:task_id',
  summary: 'The captions of a clip, as WebVTT.',
  auth: 'user',
  scopes: ['media'],
  params: oneTask,
  media: 'text/vtt',
  responses: { 200: fileBody },
  errors: ['not_found'],
});

/** Creates a link for a player on another device: it needs no session, and works for a day. */
export const linkVideo = defineEndpoint({
  name: 'linkVideo',
  method: 'POST',
  path: '/api/vertex-ai/veo3/videos/:task_id/link',
  summary: 'A link to a clip, valid for 24 hours for anyone who has it.',
  auth: 'user',
  offline: 'network',
  personOnly: 'everything',
  age: 'secret_address',
  params: oneTask,
  responses: { 200: z.object({ path: z.string(), expires_at: z.string() }) },
  errors: ['not_found'],
});

export const linkedVideo = defineEndpoint({
  name: 'linkedVideo',
  method: 'GET',
  path: '/api/video-links/:token',
  summary: 'The clip of a link, while the link is valid and the clip exists.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  media: 'video/mp4',
  responses: { 200: fileBody, 206: fileBody },
  errors: ['not_found', 'media.link_expired'],
});

export const renameVideo = defineEndpoint({
  name: 'renameVideo',
  method: 'PATCH',
  path: '/api/vertex-ai/veo3/videos/:task_id',
  summary: 'Rename a clip.',
  auth: 'user',
  offline: 'network',
  scopes: ['media'],
  readBy: 'sender',
  params: oneTask,
  body: z.object({ title: trimmed(TITLE_CHARACTERS).check(z.minLength(1)) }),
  example: { title: 'Changed' },
  responses: { 200: video },
  errors: ['not_found', 'validation.failed'],
});

export const deleteVideo = defineEndpoint({
  name: 'deleteVideo',
  method: 'DELETE',
  path: '/api/vertex-ai/veo3/videos/:task_id',
  summary: 'Delete a clip with its files; a clip in progress is stopped first.',
  auth: 'user',
  offline: 'network',
  scopes: ['media'],
  params: oneTask,
  responses: { 200: z.object({ task_id: z.string() }) },
  errors: ['not_found'],
});

const plan = z.object({
  available: z.boolean(),
  joins: z.boolean(),
  seconds_left: z.int(),
  /**
   * Length of the longest clip that the user's plan films, and the plan that films longer clips; null for a plan that films every length.
   */
  longest_seconds: z.int(),
  longer_with: z.nullable(z.string()),
  /** The sandbox draws the clips, only of subjects for which it has a drawing. */
  is_demo: z.boolean(),
});
export type VideoPlan = z.infer<typeof plan>;

/** Returns the remaining quota in seconds, and the allowed lengths; `available`: whether this installation can make clips at all. */
export const videoPlan = defineEndpoint({
  name: 'videoPlan',
  method: 'GET',
  path: '/api/videos/plan',
  summary: "The seconds of video left in the caller's plan, and whether this installation can make clips.",
  auth: 'user',
  scopes: ['media'],
  responses: { 200: plan },
  errors: [],
});

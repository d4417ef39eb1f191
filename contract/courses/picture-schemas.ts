import * as z from 'zod/mini';

/** A picture as sent to clients; its file is at `coursePictureFile`, the thumbnail's under `thumb_id`. */
export const pictureSchema = z.object({ media_id: z.string(), thumb_id: z.string(), alt: z.string() });
export type CoursePicture = z.infer<typeof pictureSchema>;

/** A course's clip, at its lesson. `problem` says why it could not be filmed. */
export const courseClipSchema = z.object({
  /** Changes with the clip, whose addresses stay the same. */
  clip_id: z.string(),
  lesson_id: z.string(),
  title: z.string(),
  status: z.enum(['processing', 'completed', 'failed']),
  problem: z.nullable(z.string()),
  has_captions: z.boolean(),
  has_poster: z.boolean(),
});
export type CourseClip = z.infer<typeof courseClipSchema>;

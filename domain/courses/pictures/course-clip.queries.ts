import type { CourseClip } from '#contract/courses/pictured.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { courseIdOf } from '#domain/courses/content/course-id.ts';
import { findMedia, type MediaObject } from '#domain/media/media.command.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { homeOf } from './course-pictures.queries.ts';

/** Returns SQL for the clip of a course as JSON: null when it has none. */
export const clipOf = (course: string): string => `(
  select jsonb_build_object('lesson_id', placed.lesson_id, 'title', clip.title, 'status', run.status, 'error_code', run.error_code,
                            'has_captions', clip.captions is not null, 'has_poster', clip.poster_id is not null)
    from course_clip placed join video_clip clip on clip.run_id = placed.run_id join run on run.id = clip.run_id
   where placed.home_id = ${homeOf(course)})`;

/** What `clipOf` selects. */
export interface ClipRow extends Pick<CourseClip, 'lesson_id' | 'title' | 'has_captions' | 'has_poster'> {
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly error_code: ErrorCode | null;
}

export const wireClip = ({ status, error_code: code, ...clip }: ClipRow): CourseClip => ({
  ...clip,
  status: status === 'completed' ? 'completed' : status === 'queued' || status === 'running' ? 'processing' : 'failed',
  problem: code && ERRORS[code].title,
});

interface ClipFiles {
  readonly video_id: string | null;
  readonly poster_id: string | null;
  readonly captions: string | null;
}

async function clipFiles(accountId: string, courseId: string): Promise<ClipFiles> {
  const { rows } = await database().raw(
    `select clip.video_id, clip.poster_id, clip.captions from course join course_clip placed on placed.home_id = ${homeOf('course')}
       join video_clip clip on clip.run_id = placed.run_id
      where course.id = :id and course.account_id = :accountId`,
    { id: courseIdOf(courseId), accountId },
  );
  if (!rows[0]) throw notFound('file');
  return rows[0] as ClipFiles;
}

/** Returns the file of a course's clip, or its poster, for a user who has the course. @throws ProductError not_found, also before it exists */
export async function courseClipFile(accountId: string, courseId: string, which: 'video' | 'poster'): Promise<MediaObject> {
  const { video_id, poster_id } = await clipFiles(accountId, courseId);
  return findMedia(which === 'video' ? video_id : poster_id);
}

/** Returns its captions as WebVTT. @throws ProductError not_found, also without speech */
export async function courseClipCaptions(accountId: string, courseId: string): Promise<string> {
  const { captions } = await clipFiles(accountId, courseId);
  if (captions === null) throw notFound('file');
  return captions;
}

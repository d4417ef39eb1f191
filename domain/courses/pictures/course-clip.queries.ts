import { COURSE_CLIP_SECONDS } from '#contract/generation/course-cost.ts';
import type { ClipPlace } from '#contract/courses/course-pictures.contract.ts';
import type { CourseClip } from '#contract/courses/picture-schemas.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { findMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { quotaLeftOf } from '#domain/billing/quotas/quota-use.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { hasFfmpeg } from '#domain/platform/media/ffmpeg.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { courseHome } from './course-home.queries.ts';

/** Expression: the clip of a course as JSON; null when it has none. */
export const clipOf = (course: Sql): Sql => sql`(
  select jsonb_build_object('clip_id', placed.run_id, 'lesson_id', placed.lesson_id, 'title', clip.title, 'status', run.status, 'error_code', run.error_code,
                            'has_captions', clip.captions is not null, 'has_poster', clip.poster_id is not null)
    from course_clip placed join video_clip clip on clip.run_id = placed.run_id join run on run.id = clip.run_id
   where placed.home_id = ${courseHome(course)})`;

/** What `clipOf` selects. */
export interface ClipRow extends Pick<CourseClip, 'clip_id' | 'lesson_id' | 'title' | 'has_captions' | 'has_poster'> {
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly error_code: ErrorCode | null;
}

const wireStatus = (status: ClipRow['status']): CourseClip['status'] =>
  status === 'completed' ? 'completed' : status === 'queued' || status === 'running' ? 'processing' : 'failed';
const STATES = { completed: 'filmed', processing: 'filming', failed: 'failed' } as const;

export const wireClip = ({ status, error_code: code, ...clip }: ClipRow): CourseClip => ({
  ...clip,
  status: wireStatus(status),
  problem: code && ERRORS[code].title,
});

/** Returns the length of a course's clip in seconds; without ffmpeg only a single take is possible. */
export const courseClipSeconds = (): 5 | 10 => (hasFfmpeg() ? COURSE_CLIP_SECONDS : 5);

/** Returns the dedupe key: one clip at a time is filmed for a course. */
export const clipKey = (homeId: string): string => `course-clip:${homeId}`;

/** Returns the state of the clip of an account's course. @param homeId where its pictures belong */
export async function readClipPlace(accountId: string, homeId: string): Promise<ClipPlace> {
  const [row] = await rowsOf<{ clip: Pick<ClipRow, 'clip_id' | 'status' | 'error_code' | 'has_poster'> | null; is_first: boolean }>(
    database(),
    sql`select (select jsonb_build_object('clip_id', placed.run_id, 'status', run.status, 'error_code', run.error_code,
                                          'has_poster', clip.poster_id is not null)
                  from course_clip placed join video_clip clip on clip.run_id = placed.run_id join run on run.id = clip.run_id
                 where placed.home_id = ${homeId}) as clip,
               exists (select from run first where first.parent_id = ${homeId} and first.kind = 'course-pictures'
                          and first.status in ('queued','running') and (first.request->>'clip')::boolean
                          and not exists (select from step where step.run_id = first.id and step.key = 'clip'
                                                             and step.state in ('completed','failed'))) as is_first`,
  );
  const { clip, is_first: isFirst } = row!;
  const rest = { seconds: courseClipSeconds(), seconds_left: await quotaLeftOf(accountId, 'video_seconds') };
  if (!clip) return { clip_id: null, state: isFirst ? 'filming' : 'none', problem: null, has_poster: false, ...rest };
  const { status, error_code: code, ...shown } = clip;
  return { ...shown, state: STATES[wireStatus(status)], problem: code && ERRORS[code].title, ...rest };
}

type ClipFiles = Readonly<Record<'video_id' | 'poster_id' | 'captions', string | null>>;

async function clipFiles(accountId: string, courseId: string): Promise<ClipFiles> {
  const [files] = await rowsOf<ClipFiles>(
    database(),
    sql`select clip.video_id, clip.poster_id, clip.captions
          from course join course_clip placed on placed.home_id = ${courseHome(sql`course`)}
          join video_clip clip on clip.run_id = placed.run_id
         where course.id = ${courseIdOf(courseId)} and course.account_id = ${accountId}`,
  );
  if (!files) throw notFound('file');
  return files;
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

import { COURSE_CLIP_SECONDS } from '#contract/generation/course-cost.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { coursePictures, PicturePlace, ClipPlace } from '#contract/courses/course-pictures.contract.ts';
import type { CoursePicture, CourseClip } from '#contract/courses/picture-schemas.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { quotaLeftOf } from '#domain/billing/quotas/quota-use.queries.ts';
import type { CourseContent, CourseContents } from '#domain/courses/content/course-content.queries.ts';
import { isCopy } from '#domain/courses/content/taken-course.queries.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { findMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { hasFfmpeg } from '#domain/platform/media/run-ffmpeg.ts';
import { hasPictureService } from '#domain/vendors/images/gemini-image.client.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { CoursePicture as StoredPicture } from './course-picture.model.ts';

/** SQL expression: the drawn pictures of a course as JSON, or null. */
export const drawnOf = (course: Sql): Sql =>
  sql`(select jsonb_agg(p) from course_picture p where p.home_id = ${courseHome(course)} and p.state = 'drawn')`;

/** SQL expression: the cover of a course as JSON, or null. */
export const coverOf = (course: Sql): Sql =>
  sql`(select jsonb_build_object('media_id', cover.media_id, 'thumb_id', cover.thumb_id, 'alt', cover.alt)
         from course_picture cover where cover.home_id = ${courseHome(course)} and cover.place = 'cover' and cover.state = 'drawn')`;

export type PictureRow = Readonly<Pick<StoredPicture, 'place' | 'lessons' | 'state' | 'media_id' | 'thumb_id' | 'alt' | 'error_code'>>;

/** The state of the pictures of a user's course. */
export interface CoursePicturesState {
  readonly courseId: string;
  readonly homeId: string;
  readonly isCopy: boolean;
  readonly title: string;
  readonly contents: CourseContents;
  readonly pictures: readonly PictureRow[];
  /** Keys of places whose picture is being drawn. */
  readonly drawing: readonly string[];
}

/** Returns the places of a course and their pictures. @throws ProductError not_found, also for another user's */
export async function readPictureState(accountId: string, courseId: string): Promise<CoursePicturesState> {
  const [row] = await rowsOf<{
    id: string;
    home_id: string;
    is_copy: boolean;
    title: string;
    contents: CourseContents;
    pictures: PictureRow[];
    drawing: string[];
    is_first: boolean;
  }>(
    database(),
    sql`select c.id, c.home_id, ${isCopy(sql`c`)} as is_copy, c.title, live.contents,
               coalesce((select jsonb_agg(p) from course_picture p where p.home_id = c.home_id), '[]') as pictures,
               array(select jsonb_array_elements_text(drawn.request->'places') from run drawn
                      where drawn.account_id = ${accountId} and drawn.kind = 'course-pictures' and drawn.status in ('queued','running')
                            and drawn.request->>'home_id' = c.home_id::text and jsonb_typeof(drawn.request->'places') = 'array') as drawing,
               exists (select from run first where first.parent_id = c.home_id and first.kind = 'course-pictures'
                                                   and first.status in ('queued','running')) as is_first
          from (select course.*, ${courseHome(sql`course`)} as home_id
                  from course where id = ${courseIdOf(courseId)} and account_id = ${accountId}) c
          join course_version live on live.course_id = c.id and live.number = c.current_version`,
  );
  if (!row) throw notFound('course');
  const { title, contents } = row;
  const all = ['cover', ...contents.modules.map(({ lessons }) => placeOf(lessons.map(({ lesson_id }) => lesson_id)))];
  return {
    courseId: row.id,
    homeId: row.home_id,
    isCopy: row.is_copy,
    title,
    contents,
    pictures: row.pictures,
    // pictures of the first run that do not exist yet; it may still be ending while another run draws
    drawing: [...row.drawing, ...(row.is_first ? all.filter((place) => !row.pictures.some((one) => one.place === place)) : [])],
  };
}

/** Returns the key of a module's place: its first lesson at the time of drawing. */
export const placeOf = (lessons: readonly string[]): string => `module:${lessons[0]}`;

/** Returns the pictures of a course in wire format. */
export function wirePictures(rows: readonly PictureRow[], modules: CourseContent['modules']): NonNullable<Course['pictures']> {
  const cover = rows.find(({ place }) => place === 'cover');
  const own = modules.map(({ lessons }) =>
    pictureOfLessons(
      rows,
      lessons.map(({ lesson_id }) => lesson_id),
    ),
  );
  return { cover: cover ? toWire(cover) : null, modules: own.map((row) => (row ? toWire(row) : null)) };
}

const toWire = ({ media_id, thumb_id, alt }: PictureRow): CoursePicture => ({ media_id: media_id!, thumb_id: thumb_id!, alt });

/** Returns the picture of a module: the one that was drawn for a module with a common lesson. */
export const pictureOfLessons = (pictures: readonly PictureRow[], lessons: readonly string[]): PictureRow | undefined =>
  pictures.find((picture) => picture.lessons.some((id) => lessons.includes(id)));

/** Returns a course's places for pictures with their pictures. @throws ProductError not_found */
export async function readCoursePictures(accountId: string, courseId: string): Promise<AnswerOf<typeof coursePictures>> {
  const { contents, pictures, drawing, isCopy, homeId } = await readPictureState(accountId, courseId);
  return {
    available: hasPictureService(),
    may_change: !isCopy,
    pictures_left: await quotaLeftOf(accountId, 'imagen_visual'),
    cover: toPlace(
      'cover',
      pictures.find(({ place }) => place === 'cover'),
      drawing.includes('cover'),
    ),
    modules: contents.modules.map(({ lessons }) => {
      const ids = lessons.map(({ lesson_id }) => lesson_id);
      const own = pictureOfLessons(pictures, ids);
      return toPlace(ids[0]!, own, drawing.includes(own?.place ?? placeOf(ids)));
    }),
    clip: await readClipPlace(accountId, homeId),
  };
}

function toPlace(place: string, row: PictureRow | undefined, isDrawing: boolean): PicturePlace {
  const code = row?.state === 'missing' ? (row.error_code as ErrorCode | null) : null;
  return {
    place,
    state: isDrawing ? 'drawing' : (row?.state ?? 'none'),
    picture: row?.state === 'drawn' ? toWire(row) : null,
    problem: code && ERRORS[code].title,
  };
}

/** Returns a picture of a course that the caller has. @throws ProductError not_found */
export async function coursePictureFile(accountId: string, courseId: string, mediaId: string): Promise<MediaObject> {
  const rows = await rowsOf(
    database(),
    sql`select from course
          join course_picture p on p.home_id = ${courseHome(sql`course`)} and ${fileIdOf(mediaId)} in (p.media_id, p.thumb_id)
         where course.id = ${courseIdOf(courseId)} and course.account_id = ${accountId}`,
  );
  if (rows.length === 0) throw notFound('file');
  return findMedia(mediaId);
}

/** Normalises a file id from a URL. @throws ProductError not_found */
export function fileIdOf(text: string): string {
  if (!isUuid(text)) throw notFound('file');
  return text;
}

/** SQL expression: the clip of a course as JSON, or null. */
export const clipOf = (course: Sql): Sql => sql`(
  select jsonb_build_object('clip_id', placed.run_id, 'lesson_id', placed.lesson_id, 'title', clip.title, 'status', run.status, 'error_code', run.error_code,
                            'has_captions', clip.captions is not null, 'has_poster', clip.poster_id is not null)
    from course_clip placed join video_clip clip on clip.run_id = placed.run_id join run on run.id = clip.run_id
   where placed.home_id = ${courseHome(course)})`;

/** The row that `clipOf` selects. */
export interface ClipRow extends Pick<CourseClip, 'clip_id' | 'lesson_id' | 'title' | 'has_captions' | 'has_poster'> {
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly error_code: ErrorCode | null;
}

const wireStatus = (status: ClipRow['status']): CourseClip['status'] =>
  status === 'completed' ? 'completed' : status === 'queued' || status === 'running' ? 'processing' : 'failed';
const STATES = { completed: 'filmed', processing: 'filming', failed: 'failed' } as const;

/** Converts a clip to the contract's shape; a failed one has the title of its error code. */
export const wireClip = ({ status, error_code: code, ...clip }: ClipRow): CourseClip => ({
  ...clip,
  status: wireStatus(status),
  problem: code && ERRORS[code].title,
});

/** Returns the length of a course's clip in seconds; without ffmpeg only a single take is possible. */
export const courseClipSeconds = (): 5 | 10 => (hasFfmpeg() ? COURSE_CLIP_SECONDS : 5);

/** Returns the dedupe key, so that a course has one clip filmed at a time. */
export const clipKey = (homeId: string): string => `course-clip:${homeId}`;

/** Returns the state of the clip of an account's course. @param homeId the run or course that its pictures belong to */
async function readClipPlace(accountId: string, homeId: string): Promise<ClipPlace> {
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

/** Returns the clip's captions as WebVTT. @throws ProductError not_found, also without speech */
export async function courseClipCaptions(accountId: string, courseId: string): Promise<string> {
  const { captions } = await clipFiles(accountId, courseId);
  if (captions === null) throw notFound('file');
  return captions;
}

/**
 * SQL expression: the home of a course's pictures and simulations: its run, which exists before the course, or the course itself. A copy
 * uses those of the original course: in the market, of a teacher, or one that an author offers the learners of an organisation.
 */
export const courseHome = (course: Sql): Sql =>
  sql`(case when not ${isCopy(course)} then coalesce(${course}.run_id, ${course}.id)
         when ${course}.assigned_from is not null then (
         select coalesce(source.run_id, source.id) from course source where source.id = ${course}.assigned_from) else (
         select coalesce(source.run_id, source.id) from creator_course sold join course source on source.id = sold.published_course_id
          where sold.id = ${course}.enrolled_from) end)`;

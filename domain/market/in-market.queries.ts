import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { courseHome, fileIdOf } from '#domain/courses/pictures/course-pictures.queries.ts';
import { mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { findMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/**
 * SQL condition: strangers may read an account's texts in the market. Checked at each reading, because an age may be entered or corrected,
 * and a parent may agree or withdraw, after the text was written; purchases stay with their buyers.
 */
export const isReadByOthers = (accountId: Sql): Sql => mayByAge('chat_with_strangers', accountId);

/** SQL condition: a course of the studio is in the market. @param course alias of its row */
export const isInMarket = (course: Sql): Sql => sql`(${course}.status = 'published' and ${isReadByOthers(sql`${course}.account_id`)})`;

/** Returns the cover of a published course, for anyone. @throws ProductError not_found */
export async function publicCover(courseId: string, mediaId: string): Promise<MediaObject> {
  const rows = await rowsOf(
    database(),
    sql`select from creator_course sold join course on course.id = sold.published_course_id
          join course_picture p on p.home_id = ${courseHome(sql`course`)} and p.place = 'cover'
                               and ${fileIdOf(mediaId)} in (p.media_id, p.thumb_id)
         where sold.id = ${courseIdOf(courseId)} and ${isInMarket(sql`sold`)}`,
  );
  if (rows.length === 0) throw notFound('file');
  return findMedia(mediaId);
}

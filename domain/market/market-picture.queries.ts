import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Listing } from '#contract/market/market.contract.ts';
import type { ShareShape } from '#contract/site.ts';
import { coverOf } from '#domain/courses/pictures/course-pictures.queries.ts';
import { drawSharePicture, shareKey } from '#domain/courses/pictures/draw-share-picture.command.ts';
import { readMedia } from '#domain/media/store-media.command.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';
import { isInMarket } from './in-market.queries.ts';

type Shown = Pick<Listing, 'title' | 'category' | 'cover'>;

/** Returns the key of a course's picture: another title, category or cover has another one. */
export const marketPictureKey = ({ title, category, cover }: Shown, shape: ShareShape): string =>
  shareKey({ title, category, picture: cover ? { id: cover.media_id } : null, shape });

/** Draws a published course for shared links and feeds, as PNG. @throws ProductError not_found, also for one that is not in the market */
export async function getMarketPicture(courseId: string, shape: ShareShape): Promise<{ key: string; bytes: Buffer }> {
  const [course] = await rowsOf<Shown>(
    database(),
    sql`select c.title, c.category, (select ${coverOf(sql`source`)} from course source where source.id = c.published_course_id) as cover
       from creator_course c where c.id = ${creatorCourseIdOf(courseId)} and ${isInMarket(sql`c`)}`,
  );
  if (!course) throw notFound('course');
  const { title, category, cover } = course;
  const picture = cover ? { id: cover.media_id, read: () => readMedia({ id: cover.media_id }) } : null;
  return { key: marketPictureKey(course, shape), bytes: await drawSharePicture({ title, category, picture, shape }) };
}

import type { ShareShape } from '#contract/site.ts';
import { drawSharePicture, shareKey } from '#domain/courses/pictures/draw-share-picture.command.ts';
import { readMedia } from '#domain/media/store-media.command.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { plainContent } from '#contract/courses/citation-markers.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import {
  type getMarketCreator as creatorEndpoint,
  type Listing,
  type MarketCourse,
  type Rating,
} from '#contract/market/market.contract.ts';
import type { CoursePicture } from '#contract/courses/picture-schemas.ts';
import { coverOf } from '#domain/courses/pictures/course-pictures.queries.ts';
import { lessonsOf, mayTest, type CourseContents } from '#domain/courses/content/course-content.queries.ts';
import { isSampleStudent } from '#domain/people/people.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { hasPublishedAudio } from '#domain/audio/published-audio.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';
import { isInMarket, isReadByOthers } from './in-market.queries.ts';
import { noteMinutes, publicModules } from './publish-course.command.ts';
import { studentsOf } from '#domain/studio/taught-students.queries.ts';

/** Columns for lists of a course `c` and its `creator`. */
export const LISTING_COLUMNS = sql`c.id, c.title, c.description, c.category, c.difficulty, c.language, c.age_group, c.price_cents, c.lesson_count,
  c.duration_minutes, c.students, c.rating_count, c.rating_sum, c.published_at, c.renewed_at, c.account_id, ${shownName(sql`creator`)} as creator_name,
  (select ${coverOf(sql`source`)} from course source where source.id = c.published_course_id) as cover`;

/** Returns one published course for anybody, and counts a view by default. @throws ProductError not_found */
export async function getMarketCourse(courseId: string, { isCounted = true } = {}): Promise<MarketCourse> {
  const id = creatorCourseIdOf(courseId);
  const [row] = await rowsOf<PublishedRow>(
    database(),
    sql`with viewed as (
       insert into course_view_day (creator_course_id, day, views)
       select c.id, (now() at time zone 'UTC')::date, 1 from creator_course c where c.id = ${id} and ${isInMarket(sql`c`)} and ${isCounted}
       on conflict (creator_course_id, day) do update set views = course_view_day.views + 1)
     select ${LISTING_COLUMNS}, c.objectives, c.prerequisites, c.tags, c.preview_lessons, c.has_final_test, published.contents, published.number, published.minutes,
            ${hasPublishedAudio(sql`c.published_course_id`)} as has_audio,
            array(select count(r.stars)::int from generate_series(1, 5) s left join course_rating r on r.creator_course_id = c.id and r.stars = s
                   group by s order by s) as stars
       from creator_course c join account creator on creator.id = c.account_id
       join publication_version published on published.creator_course_id = c.id and published.number = c.published_version
      where c.id = ${id} and ${isInMarket(sql`c`)}`,
  );
  if (!row) throw notFound('course');
  return {
    ...toListing(row),
    outcomes: linesOf(row.objectives),
    requirements: linesOf(row.prerequisites),
    tags: row.tags,
    has_final_test: row.has_final_test && mayTest(row.contents),
    has_audio: row.has_audio,
    modules: publicModules(row.contents, row.minutes ?? (await noteMinutes(id, row.number)), row.preview_lessons),
    stars: row.stars,
    ratings: await latestRatings(id),
  };
}

async function latestRatings(id: string): Promise<Rating[]> {
  const rows = await database()('course_rating as r')
    .join('account', 'account.id', 'r.account_id')
    .where({ creator_course_id: id })
    .where(expression(database(), isReadByOthers(sql`r.account_id`)))
    .orderBy([
      { column: 'r.updated_at', order: 'desc' },
      { column: 'r.account_id', order: 'asc' },
    ])
    .limit(10)
    .select(
      'r.id',
      'stars',
      'text',
      'answer',
      'r.updated_at',
      'account.first_name',
      expression(database(), sql`${isSampleStudent(sql`account`)} as is_sample`),
    );
  return rows.map(toRating);
}

/** Returns a lesson that its creator has made public. @throws ProductError not_found */
export async function getPreviewLesson({
  courseId,
  lessonId,
}: {
  courseId: string;
  lessonId: string;
}): Promise<{ lesson_id: string; title: string; content: string }> {
  const row = await database()('creator_course as c')
    .join('publication_version as p', (on) => on.on('p.creator_course_id', 'c.id').andOn('p.number', 'c.published_version'))
    .where({ 'c.id': creatorCourseIdOf(courseId) })
    .where(expression(database(), isInMarket(sql`c`)))
    .first('c.preview_lessons', 'p.content');
  const lesson =
    row?.preview_lessons.includes(lessonId.toLowerCase()) &&
    lessonsOf(row.content).find(({ lesson_id }) => lesson_id === lessonId.toLowerCase());
  if (!lesson) throw notFound('lesson');
  return { lesson_id: lesson.lesson_id, title: lesson.title, content: plainContent(lesson) };
}

/** Returns a creator who has published something. @throws ProductError not_found */
export async function getMarketCreator(creatorId: string): Promise<AnswerOf<typeof creatorEndpoint>['creator']> {
  if (!isUuid(creatorId)) throw notFound('creator');
  const [row] = await rowsOf<{
    id: string;
    name: string;
    courses: number;
    students: number;
    rating_count: number;
    rating_sum: number;
  }>(
    database(),
    sql`select creator.id, ${shownName(sql`creator`)} as name, count(*)::int as courses, (
              select count(distinct student.account_id)::int from (${studentsOf(creatorId)}) student) as students, sum(c.rating_count)::int as rating_count,
            sum(c.rating_sum)::int as rating_sum
       from creator_course c join account creator on creator.id = c.account_id
      where c.account_id = ${creatorId} and ${isInMarket(sql`c`)} group by creator.id`,
  );
  if (!row) throw notFound('creator');
  const { id, name, courses, students, rating_count } = row;
  return { id, name, courses, students, rating: averageOf(row), rating_count };
}

type PublishedRow = ListingRow & {
  readonly objectives: string;
  readonly prerequisites: string;
  readonly tags: string[];
  readonly preview_lessons: string[];
  readonly has_final_test: boolean;
  readonly has_audio: boolean;
  readonly contents: CourseContents;
  readonly number: number;
  readonly minutes: number[] | null;
  /** Ratings by number of stars, from one to five. */
  readonly stars: number[];
};

export interface ListingRow {
  id: string;
  title: string;
  description: string;
  category: Listing['category'];
  difficulty: Listing['difficulty'];
  language: string;
  age_group: string;
  price_cents: number;
  lesson_count: number;
  duration_minutes: number;
  students: number;
  rating_count: number;
  rating_sum: number;
  published_at: Date;
  renewed_at: Date;
  account_id: string;
  creator_name: string;
  cover: CoursePicture | null;
}

/** Converts a row to the contract's shape. */
export const toListing = (row: ListingRow): Listing => ({
  id: row.id,
  title: row.title,
  description: row.description,
  category: row.category,
  difficulty: row.difficulty,
  language: row.language,
  age_group: row.age_group,
  price: row.price_cents / 100,
  lesson_count: row.lesson_count,
  duration_minutes: row.duration_minutes,
  creator: { id: row.account_id, name: row.creator_name },
  students: row.students,
  rating: averageOf(row),
  rating_count: row.rating_count,
  published_at: row.published_at.toISOString(),
  renewed_at: row.renewed_at.toISOString(),
  cover: row.cover,
});

/** Returns the average out of 5, with one decimal, or null without ratings. */
export const averageOf = ({ rating_sum: sum, rating_count: count }: { rating_sum: number; rating_count: number }): number | null =>
  count === 0 ? null : Math.round((sum * 10) / count) / 10;

/** Converts a row to the contract's shape; names the author by first name only. */
export const toRating = (row: {
  id: string;
  stars: number;
  text: string;
  first_name: string;
  is_sample: boolean;
  answer: string | null;
  updated_at: Date;
}): Rating => ({
  id: row.id,
  stars: row.stars,
  text: row.text,
  by: row.first_name,
  is_sample: row.is_sample,
  answer: row.answer,
  updated_at: row.updated_at.toISOString(),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

type Shown = Pick<Listing, 'title' | 'category' | 'cover'>;

/** Returns the key of a course's picture, which changes with its title, category and cover. */
export const marketPictureKey = ({ title, category, cover }: Shown, shape: ShareShape): string =>
  shareKey({ title, category, picture: cover ? { id: cover.media_id } : null, shape });

/**
 * Draws a published course for shared links and feeds, as PNG.
 * @throws ProductError not_found, also for a course that is not in the market
 */
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

/** Courses per part of the sitemap; the protocol's maximum is 50,000. */
const COURSES_A_PART = 10_000;

const published = () => database()('creator_course').where(expression(database(), isInMarket(sql`creator_course`)));

/** Returns the number of sitemap parts for the published courses. */
export async function sitemapParts(): Promise<number> {
  const row = await published().count({ count: '*' }).first();
  return Math.ceil(Number(row!['count']) / COURSES_A_PART);
}

/** Lists the published courses of one part, from 0, oldest first, so that a part changes little. */
export async function sitemapPart(part: number): Promise<{ id: string; renewed_at: Date }[]> {
  return published()
    .orderBy([{ column: 'published_at' }, { column: 'id' }])
    .limit(COURSES_A_PART)
    .offset(part * COURSES_A_PART)
    .select('id', 'renewed_at');
}

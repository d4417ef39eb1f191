import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { RATE_FROM_PERCENT, type getMarketStanding } from '#contract/market/market.contract.ts';
import { completedLessons, completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { isSampleStudent } from '#domain/people/people.queries.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';
import type { Enrolment } from './enrolment.model.ts';
import { isInMarket, isReadByOthers } from './in-market.queries.ts';
import { toRating } from './listing.queries.ts';

type RatingRow = Parameters<typeof toRating>[0];

type StatusRow = Pick<Enrolment, 'course_id' | 'version'> & {
  readonly is_creator: boolean;
  readonly is_in_market: boolean;
  readonly published_version: number;
  readonly lesson_count: number;
  readonly completed: number;
} & (RatingRow | { readonly stars: null });

const isRated = (row: StatusRow): row is StatusRow & RatingRow => row.stars !== null;

/**
 * Returns a user's relation to a market course; users who have the course see it even when it is no longer published.
 * @throws ProductError not_found
 */
export async function findEnrolmentStatus({
  accountId,
  courseId,
}: {
  accountId: string;
  courseId: string;
}): Promise<AnswerOf<typeof getMarketStanding>> {
  const [row] = await rowsOf<StatusRow>(
    database(),
    sql`select c.account_id = ${accountId} as is_creator, ${isInMarket(sql`c`)} as is_in_market, c.published_version, own.version, own.course_id, copy.lesson_count,
            ${completedLessons(sql`copy`)} as completed,
            rating.stars, rating.text, case when ${isReadByOthers(sql`c.account_id`)} then rating.answer end as answer, rating.updated_at, rating.id, reader.first_name, ${isSampleStudent(sql`reader`)} as is_sample
       from creator_course c
       left join enrolment own on own.creator_course_id = c.id and own.account_id = ${accountId} and own.refunded_at is null
       left join course copy on copy.id = own.course_id
       left join course_rating rating on rating.creator_course_id = c.id and rating.account_id = ${accountId}
       left join account reader on reader.id = rating.account_id
      where c.id = ${creatorCourseIdOf(courseId)}`,
  );
  if (!row || (!row.is_in_market && !row.course_id && !row.is_creator)) throw notFound('course');
  const progress = row.lesson_count > 0 ? Math.min(100, Math.floor((row.completed / row.lesson_count) * 100)) : 0;
  return {
    standing: {
      is_creator: row.is_creator,
      course_id: row.course_id,
      progress,
      has_update: row.course_id !== null && row.is_in_market && row.version < row.published_version,
      may_rate: row.course_id !== null && progress >= RATE_FROM_PERCENT,
    },
    own_rating: isRated(row) ? toRating(row) : null,
  };
}

export interface CopyNamed {
  readonly accountId: string;
  /** Id of the user's own copy. */
  readonly courseId: string;
}

/**
 * Returns whether to ask a user for their satisfaction with a course, and their answer.
 * @throws ProductError not_found for a course that is not theirs
 */
export async function getSatisfaction({ accountId, courseId }: CopyNamed): Promise<{ asks: boolean; answer: number | null }> {
  if (!isUuid(courseId)) throw notFound('course');
  const [row] = await rowsOf<{ asks: boolean; answer: number | null }>(
    database(),
    sql`select own.satisfaction as answer, own.course_id is not null and ${completedAt(sql`c`)} is not null as asks
       from course c
       left join enrolment own on own.course_id = c.id and own.account_id = ${accountId} and own.refunded_at is null
      where c.id = ${courseId} and c.account_id = ${accountId}`,
  );
  if (!row) throw notFound('course');
  return row;
}

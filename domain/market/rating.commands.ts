import { RATE_FROM_PERCENT, type REPORT_REASONS } from '#contract/market/market.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { refuseAbuse } from '#domain/moderation/refuse-abuse.command.ts';
import { actTime } from '#domain/platform/acts/act.ts';
import { database, transact } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';
import { uuidv7 } from 'uuidv7';
import { isInMarket } from './in-market.queries.ts';
import { averageOf } from './listing.queries.ts';
import { findEnrolmentStatus, getSatisfaction, type CopyNamed } from './enrolment.queries.ts';

interface Named {
  readonly accountId: string;
  /** Id in the market. */
  readonly courseId: string;
}

/**
 * Saves or changes a user's only rating of a course; of two devices, the one that was given last counts.
 * @throws ProductError not_found; market.own_course; market.rate_later below the required progress; chat.refused, safety.suspended
 */
export async function rateCourse({
  stars,
  text,
  ...named
}: Named & { stars: number; text: string }): Promise<{ rating: number | null; rating_count: number }> {
  const { standing } = await findEnrolmentStatus(named);
  if (standing.is_creator) throw new ProductError('market.own_course', 'You cannot rate your own course.');
  if (!standing.may_rate)
    throw new ProductError(
      'market.rate_later',
      toSentence('You can rate this course after completing {n}% of it.', { n: RATE_FROM_PERCENT }),
    );
  const creator_course_id = creatorCourseIdOf(named.courseId);
  const at = actTime();
  return transact(async (trx) => {
    await refuseAbuse(trx, { accountId: named.accountId, text });
    await trx('course_rating')
      .insert({ account_id: named.accountId, creator_course_id, stars, text, created_at: at, updated_at: at })
      .onConflict(['account_id', 'creator_course_id'])
      .merge({ stars, text, updated_at: at })
      .where('course_rating.updated_at', '<=', at);
    const row = await trx('creator_course').where({ id: creator_course_id }).first('rating_sum', 'rating_count');
    return { rating: averageOf(row!), rating_count: row!.rating_count };
  });
}

/** Answers a rating of one of the creator's courses, or changes the answer. @throws ProductError not_found; chat.refused, safety.suspended */
export async function answerRating({ ratingId, answer, ...named }: Named & { ratingId: string; answer: string }): Promise<void> {
  if (!isUuid(ratingId)) throw notFound('rating');
  const creator_course_id = creatorCourseIdOf(named.courseId);
  await refuseAbuse(database(), { accountId: named.accountId, text: answer });
  const answered = await database()('course_rating')
    .where({ creator_course_id, id: ratingId })
    .whereExists(database()('creator_course').where({ id: creator_course_id, account_id: named.accountId }))
    .update({ answer, answered_at: database().fn.now() });
  if (answered === 0) throw notFound('rating');
}

/** Reports a published course to the operators, once per user. @throws ProductError not_found */
export async function reportCourse({
  reason,
  text,
  ...named
}: Named & { reason: (typeof REPORT_REASONS)[number]; text: string }): Promise<void> {
  const creator_course_id = creatorCourseIdOf(named.courseId);
  const course = await database()('creator_course')
    .where({ id: creator_course_id })
    .where(expression(database(), isInMarket(sql`creator_course`)))
    .first('id');
  if (!course) throw notFound('course');
  await database()('course_report')
    .insert({ id: uuidv7(), account_id: named.accountId, creator_course_id, reason, text })
    .onConflict(['account_id', 'creator_course_id'])
    .merge({ reason, text });
}

/**
 * Saves or changes the satisfaction with a completed course.
 * @param answer 1 to 5
 * @throws ProductError not_found; market.rate_later before the course is completed
 */
export async function saveSatisfaction({
  answer,
  ...named
}: CopyNamed & { answer: number }): Promise<{ asks: boolean; answer: number | null }> {
  const { asks } = await getSatisfaction(named);
  if (!asks) throw new ProductError('market.rate_later', 'You can rate a creator’s course once you have completed it.');
  const at = actTime();
  await transact((trx) =>
    trx('enrolment')
      .where({ account_id: named.accountId, course_id: named.courseId })
      .where((query) => query.whereNull('satisfaction_at').orWhere('satisfaction_at', '<=', at))
      .update({ satisfaction: answer, satisfaction_at: at }),
  );
  return { asks, answer };
}

import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { insertCourse } from '#domain/courses/content/insert-course.command.ts';
import { replaceContent } from '#domain/courses/versions/write-version.command.ts';
import { transact } from '#domain/platform/database.ts';
import { copyTranslations } from '#domain/translation/courses/copy-translations.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';
import { isInMarket } from './in-market.queries.ts';

interface Enrolling {
  readonly accountId: string;
  readonly creatorCourseId: string;
  /** The payment's order; absent: it was free. */
  readonly orderId?: string;
  readonly paidCents?: number;
}

/**
 * Gives a user a copy of a published course, in the caller's transaction, once per user: a repeat returns the existing copy. Bought again
 * after a refund, the old copy is restored with all progress, and the student counts from that day.
 * @returns id of the copy; null when there is no published text
 */
export async function enrol(trx: Knex.Transaction, { accountId, creatorCourseId, orderId, paidCents }: Enrolling): Promise<string | null> {
  // serialise enrolments, and exclude a concurrent withdrawal
  const source = await trx('creator_course').where({ id: creatorCourseId }).forUpdate().first();
  if (!source?.published_version) return null;
  const earlier = await trx('enrolment').where({ account_id: accountId, creator_course_id: creatorCourseId }).forUpdate().first();
  if (earlier?.course_id && !earlier.refunded_at) return earlier.course_id;
  const bought = { order_id: orderId ?? null, paid_cents: paidCents ?? 0, refunded_at: null };
  const courseId = earlier?.course_id ?? (await copyCourse(trx, { accountId, source: source as Source }));
  await trx('enrolment')
    .insert({
      account_id: accountId,
      creator_course_id: creatorCourseId,
      course_id: courseId,
      version: source.published_version,
      ...bought,
    })
    .onConflict(['account_id', 'creator_course_id'])
    .merge({ course_id: courseId, created_at: trx.fn.now(), ...bought });
  return courseId;
}

interface Source {
  id: string;
  /** The course it is published from; null when its creator has deleted that. */
  published_course_id: string | null;
  published_version: number;
  difficulty: string;
  age_group: string;
  has_final_test: boolean;
}

async function copyCourse(trx: Knex.Transaction, { accountId, source }: { accountId: string; source: Source }): Promise<string> {
  const content = await publishedContent(trx, source.id, source.published_version);
  const courseId = uuidv7();
  await insertCourse(trx, {
    courseId,
    accountId,
    content,
    difficulty: source.difficulty,
    ageGroup: source.age_group,
    kind: 'enrolled',
    enrolledFrom: source.id,
    hasFinalTest: source.has_final_test,
  });
  if (source.published_course_id !== null) await copyTranslations(trx, { from: source.published_course_id, to: courseId, content });
  return courseId;
}

async function publishedContent(trx: Knex.Transaction, creatorCourseId: string, number: number): Promise<CourseContent> {
  const row = await trx('publication_version').where({ creator_course_id: creatorCourseId, number }).first('content');
  return row!.content;
}

/**
 * Enrols in a free course of the market.
 * @returns id of the reader's copy
 * @throws ProductError not_found; market.costs; market.own_course
 */
export async function enrolFree({ accountId, courseId }: { accountId: string; courseId: string }): Promise<string> {
  const id = creatorCourseIdOf(courseId);
  return transact(async (trx) => {
    const course = await trx('creator_course')
      .where({ id })
      .first<{ account_id: string; price_cents: number; is_in_market: boolean } | undefined>(
        'account_id',
        'price_cents',
        expression(trx, sql`${isInMarket(sql`creator_course`)} as is_in_market`),
      );
    const owned = await trx('enrolment').where({ account_id: accountId, creator_course_id: id, refunded_at: null }).first('course_id');
    if (owned?.course_id) return owned.course_id;
    if (!course?.is_in_market) throw notFound('course');
    if (course.account_id === accountId)
      throw new ProductError('market.own_course', 'This is your own course. You can find it in My Courses.');
    if (course.price_cents > 0) throw new ProductError('market.costs', 'This course is not free.');
    return (await enrol(trx, { accountId, creatorCourseId: id }))!;
  });
}

/**
 * Updates a reader's copy to the published version. Lessons are matched by id: completions, notes and marks stay. Repeating it changes
 * nothing.
 * @throws ProductError not_found when the reader has no copy, or the course is no longer published
 */
export async function takeUpdate({
  accountId,
  courseId,
}: {
  accountId: string;
  courseId: string;
}): Promise<{ course_id: string; version: number }> {
  const id = creatorCourseIdOf(courseId);
  return transact(async (trx) => {
    const own = await trx('enrolment')
      .where({ account_id: accountId, creator_course_id: id, refunded_at: null })
      .whereNotNull('course_id')
      .forUpdate()
      .first();
    const source = await trx('creator_course')
      .where({ id })
      .where(expression(trx, isInMarket(sql`creator_course`)))
      .first('published_version', 'published_course_id', 'has_final_test');
    if (!own || !source) throw notFound('course');
    if (own.version < source.published_version!) {
      const content = await publishedContent(trx, id, source.published_version!);
      await replaceContent(trx, own.course_id!, { content, hasFinalTest: source.has_final_test });
      if (source.published_course_id !== null)
        await copyTranslations(trx, { from: source.published_course_id, to: own.course_id!, content });
      await trx('enrolment').where({ account_id: accountId, creator_course_id: id }).update({ version: source.published_version! });
    }
    return { course_id: own.course_id!, version: source.published_version! };
  });
}

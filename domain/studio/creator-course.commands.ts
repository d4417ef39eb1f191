import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import {
  type CreatorCourse,
  type createCreatorCourse as endpoint,
  CREATOR_COURSE_LIMITS,
} from '#contract/studio/creator-courses.contract.ts';
import { lessonsOf, type CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { transact, database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { columnsOf, type CourseEditFields, type CourseColumns } from './creator-course-columns.ts';
import type { CreatorCourse as CreatorCourseRow } from './creator-course.model.ts';
import { getCreatorCourse, creatorCourseIdOf } from './creator-course.queries.ts';

/**
 * Creates a course of this creator, as a draft (CRE-26). Repeating the key returns the created course, in its current state.
 * @throws ProductError idempotency.body_mismatch when the key was used for another course
 */
export async function createCreatorCourse({
  fields,
  ...making
}: CourseCreation & { readonly fields: BodyOf<typeof endpoint> }): Promise<CreatorCourse> {
  const columns = columnsOf(fields);
  const courseId = await createDraftOnce(making, { create: columns }, async () => columns);
  return getCreatorCourse({ accountId: making.accountId, courseId });
}

interface CourseEdit {
  readonly accountId: string;
  readonly courseId: string;
  /** The version that the editor has read. */
  readonly version: number;
  /** Undefined fields do not change. */
  readonly fields: CourseEditFields;
}

/**
 * Edits one of the creator's courses, unless it was changed elsewhere since it was read. An unchanged save makes no version, so a save
 * whose response was lost can be repeated.
 * @returns the current course
 * @throws ProductError not_found; course.version_conflict, in which case nothing is saved
 */
export async function editCreatorCourse({ accountId, courseId, version, fields }: CourseEdit): Promise<CreatorCourse> {
  const id = creatorCourseIdOf(courseId);
  await transact(async (trx) => {
    const row = await trx('creator_course').where({ account_id: accountId, id }).forUpdate().first();
    if (!row) throw notFound('course');
    const now = { ...row, hours: row.hours === null ? null : Number(row.hours) };
    const changes = Object.entries(columnsOf(fields)).filter(
      ([column, value]) => JSON.stringify(now[column as keyof typeof now]) !== JSON.stringify(value),
    );
    if (changes.length === 0) return;
    if (row.version !== version)
      throw new ProductError(
        'course.version_conflict',
        'The course was changed somewhere else after you opened it. Your changes were not saved.',
      );
    await trx('creator_course')
      .where({ id })
      .update({ ...Object.fromEntries(changes), version: version + 1, updated_at: expression(trx, sql`clock_timestamp()`) });
  });
  return getCreatorCourse({ accountId, courseId: id });
}

const TEXTS = [
  'title',
  'description',
  'category',
  'price_cents',
  'difficulty',
  'hours',
  'objectives',
  'tags',
  'prerequisites',
] as const satisfies (keyof CourseColumns)[];

/**
 * Creates a draft with the texts of one of the creator's courses; sales and status are not copied. Repeating the key returns the created
 * copy.
 * @throws ProductError not_found; idempotency.body_mismatch when the key was used for something else
 */
export async function duplicateCreatorCourse({
  courseId,
  ...making
}: CourseCreation & { readonly courseId: string }): Promise<CreatorCourse> {
  const { accountId } = making;
  const id = creatorCourseIdOf(courseId);
  const copyId = await createDraftOnce(making, { duplicate: id }, async () => {
    const original = await database()('creator_course')
      .where({ account_id: accountId, id })
      .first(...TEXTS);
    if (!original) throw notFound('course');
    return { ...original, hours: original.hours === null ? null : Number(original.hours), title: copyTitle(original.title) };
  });
  return getCreatorCourse({ accountId, courseId: copyId });
}

/** Truncates a title that is too long, never within a character. */
function copyTitle(title: string): string {
  const whole = `Copy of ${title}`;
  if (whole.length <= CREATOR_COURSE_LIMITS.title) return whole;
  const rest = whole.slice(0, CREATOR_COURSE_LIMITS.title - 1).replace(/[\ud800-\udbff]$/, '');
  return `${rest.trimEnd()}…`;
}

/** Statuses of orders that were never paid. All other orders mean that the course was sold or is being sold. */
const UNSOLD = ['expired', 'failed'];

/**
 * Deletes one of the creator's courses that was never bought. A sold course stays, even after a refund, because the ledger references it; a
 * course that operators took down stays, because new courses are compared with it.
 * @throws ProductError not_found, studio.course_kept
 */
export async function deleteCreatorCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<void> {
  const id = creatorCourseIdOf(courseId);
  await transact(async (trx) => {
    const course = await trx('creator_course').where({ account_id: accountId, id }).forUpdate().first('taken_down_reason');
    if (!course) throw notFound('course');
    if (course.taken_down_reason !== null)
      throw new ProductError('studio.course_kept', 'Our team removed this course from the marketplace, so it cannot be deleted.');
    const order = await trx('billing_order').where({ kind: 'course', package_id: id }).whereNotIn('status', UNSOLD).first('id');
    if (order) throw new ProductError('studio.course_kept', 'This course was sold or is being paid for, so it cannot be deleted.');
    await trx('creator_course').where({ id }).delete();
  });
}

/** The columns that determine what a creator's course is published from. */
type Content = Pick<CreatorCourseRow, 'course_id' | 'preview_lessons' | 'has_final_test'>;

/** Sets what a creator's course is published from, in the transaction that has checked it. */
export async function setContent(trx: Knex.Transaction, id: string, content: Content): Promise<void> {
  await trx('creator_course')
    .where({ id })
    .update({ ...content, updated_at: expression(trx, sql`clock_timestamp()`) });
}

interface WrittenLessons {
  readonly accountId: string;
  /** Id of the creator's course. */
  readonly id: string;
  readonly courseId: string;
  readonly content: CourseContent;
}

/**
 * Attaches lessons to the creator's course that they were written for, in the transaction that creates them; the first becomes public.
 * Existing lessons stay, because they may be published; the creator can exchange them.
 */
export async function takeWrittenLessons(trx: Knex.Transaction, { accountId, id, courseId, content }: WrittenLessons): Promise<void> {
  const { has_final_test } = (await trx('course').where({ id: courseId }).first('has_final_test'))!;
  const [first] = lessonsOf(content);
  await trx('creator_course')
    .where({ id, account_id: accountId })
    .whereNull('course_id')
    .update({
      course_id: courseId,
      preview_lessons: first ? [first.lesson_id] : [],
      has_final_test,
      updated_at: expression(trx, sql`clock_timestamp()`),
    });
}

/** The columns that lists show of the published text. */
type Published = Pick<
  CreatorCourseRow,
  'published_version' | 'published_course_id' | 'rights_confirmed_at' | 'language' | 'age_group' | 'lesson_count' | 'duration_minutes'
>;

/**
 * Shows a creator's course in the market, in the transaction that stores its text.
 * @param isRenewed whether the text differs from the one before
 */
export async function showInMarket(trx: Knex.Transaction, id: string, published: Published, isRenewed: boolean): Promise<void> {
  await trx('creator_course')
    .where({ id })
    .update({
      ...published,
      status: 'published',
      published_at: expression(trx, sql`coalesce(published_at, now())`),
      ...(isRenewed && { renewed_at: trx.fn.now() }),
    });
}

/** Removes a creator's course from the market. @returns false when they have no such course */
export async function removeFromMarket({
  accountId,
  id,
  to,
}: {
  accountId: string;
  id: string;
  to: 'draft' | 'archived';
}): Promise<boolean> {
  return (await database()('creator_course').where({ id, account_id: accountId }).update({ status: to })) > 0;
}

/** Takes a course down with a reason for its creator, or lifts that (null), so that the creator can publish it again. */
export async function setTakenDown(trx: Knex.Transaction, id: string, reason: string | null): Promise<void> {
  await trx('creator_course')
    .where({ id })
    .update({ taken_down_reason: reason, ...(reason !== null && { status: 'draft' }) });
}

interface CourseCreation {
  readonly accountId: string;
  /** Repeating the key returns the created course. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates a draft, at most one per key, even under concurrent calls, because the key is unique in the database.
 * @param request identifies the request of a key
 * @param columns returns the contents; only called when the draft does not exist yet
 * @returns its id
 * @throws ProductError idempotency.body_mismatch when the key was used for another request
 */
async function createDraftOnce(
  { accountId, idempotencyKey }: CourseCreation,
  request: unknown,
  columns: () => Promise<Partial<CourseColumns>>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  for (;;) {
    if (idempotencyKey) {
      const earlier = await database()('creator_course')
        .where({ account_id: accountId, client_key: idempotencyKey })
        .first('id', 'request_hash');
      if (earlier && earlier.request_hash !== hash)
        throw new ProductError('idempotency.body_mismatch', 'This Idempotency-Key was already used with a different request.');
      if (earlier) return earlier.id;
    }
    const keyed = idempotencyKey && { client_key: idempotencyKey, request_hash: hash };
    const [made] = await database()('creator_course')
      .insert({ id: uuidv7(), account_id: accountId, ...((await columns()) as object), ...keyed })
      .onConflict(['account_id', 'client_key'])
      .ignore()
      .returning('id');
    if (made) return made.id;
    // a concurrent identical request inserted it first: read that row
  }
}

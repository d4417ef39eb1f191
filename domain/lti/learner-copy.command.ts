import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { insertCourse } from '#domain/courses/content/course.commands.ts';
import { enrol } from '#domain/market/enrolment.commands.ts';
import { isInMarket } from '#domain/market/in-market.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { copyTranslations } from '#domain/translation/courses/translation.commands.ts';
import type { LtiPlacement } from './lti.model.ts';

interface Wanted {
  readonly placement: Pick<LtiPlacement, 'market_course_id' | 'course_id'>;
  readonly accountId: string;
  readonly organisationId: string;
}

/**
 * Returns the learner's own copy of a placed course, made once (decision 0017): an opened course stays the learner's, even when it is
 * withdrawn.
 * @returns id of the copy
 * @throws ProductError lti.target when the course is neither theirs nor available any more; course.too_large
 */
export async function learnerCopy(trx: Knex.Transaction, { placement, accountId, organisationId }: Wanted): Promise<string> {
  const { market_course_id: marketCourseId, course_id: sourceId } = placement;
  const copy = marketCourseId
    ? await fromMarket(trx, accountId, marketCourseId)
    : await fromOffer(trx, { accountId, organisationId, sourceId: sourceId! });
  if (!copy) throw new ProductError('lti.target');
  return copy;
}

/** Returns the learner's copy of a placed course, or null before they have opened it. */
export async function copyOf(store: Knex, { placement, accountId }: Omit<Wanted, 'organisationId'>): Promise<string | null> {
  const { market_course_id: market, course_id: source } = placement;
  const [copy] = await rowsOf<{ course_id: string }>(
    store,
    market
      ? sql`select course_id from enrolment where account_id = ${accountId} and creator_course_id = ${market} and course_id is not null`
      : sql`select course_id from lti_copy where account_id = ${accountId} and source_id = ${source}`,
  );
  return copy?.course_id ?? null;
}

async function fromMarket(trx: Knex.Transaction, accountId: string, creatorCourseId: string): Promise<string | null> {
  const [there] = await rowsOf(
    trx,
    sql`select 1 from creator_course c where c.id = ${creatorCourseId}
           and ((c.price_cents = 0 and ${isInMarket(sql`c`)}) or exists (
             select from enrolment own where own.creator_course_id = c.id and own.account_id = ${accountId} and own.refunded_at is null))`,
  );
  return there ? enrol(trx, { accountId, creatorCourseId }) : null;
}

interface Offered {
  readonly accountId: string;
  readonly organisationId: string;
  readonly sourceId: string;
}

async function fromOffer(trx: Knex.Transaction, { accountId, organisationId, sourceId }: Offered): Promise<string | null> {
  await lockName(trx, `lti-copy:${accountId}:${sourceId}`);
  const own = await trx('lti_copy').where({ account_id: accountId, source_id: sourceId }).first('course_id');
  if (own) return own.course_id;
  const [source] = await rowsOf<{ content: CourseContent; difficulty: string; age_group: string; has_final_test: boolean }>(
    trx,
    sql`select live.content, course.difficulty, course.age_group, course.has_final_test
          from lti_offer offer join course on course.id = offer.course_id
          join organisation_member member on member.account_id = offer.account_id and member.organisation_id = offer.organisation_id
          join course_version live on live.course_id = course.id and live.number = course.current_version
         where offer.organisation_id = ${organisationId} and offer.course_id = ${sourceId}`,
  );
  if (!source) return null;
  const courseId = uuidv7();
  await insertCourse(trx, {
    courseId,
    accountId,
    content: source.content,
    difficulty: source.difficulty,
    ageGroup: source.age_group,
    kind: 'enrolled',
    assignedFrom: sourceId,
    hasFinalTest: source.has_final_test,
  });
  await copyTranslations(trx, { from: sourceId, to: courseId, content: source.content });
  await trx('lti_copy').insert({ account_id: accountId, source_id: sourceId, course_id: courseId });
  return courseId;
}

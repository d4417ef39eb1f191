import type { Knex } from 'knex';
import type { Delivery } from '#domain/courses/courses.ports.ts';
import { isBeingRefunded } from '#domain/billing/refunds/refund-sum.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { empty, expression, rowsOf, sql } from '#domain/platform/sql.ts';

interface Bought {
  readonly account_id: string;
  readonly creator_course_id: string;
  readonly being_refunded: boolean;
}

/**
 * Records what the reader of a bought course gets of it: lessons, or a file of it. A refund locks the same row, so that nothing is delivered
 * between its decision and its row. Does nothing for any other course.
 * @throws ProductError refund.under_way
 */
export async function recordDelivery(store: Knex, { accountId, courseId, what }: Delivery): Promise<void> {
  const find = (trx: Knex, lock = empty) =>
    rowsOf<Bought>(
      trx,
      sql`select own.account_id, own.creator_course_id, ${isBeingRefunded(sql`own`)} as being_refunded
            from enrolment own
           where own.account_id = ${accountId} and own.course_id = ${courseId} and own.paid_cents > 0
             and own.refunded_at is null and own.exported_at is null ${lock}`,
    );
  // most courses were not bought
  if ((await find(store)).length === 0) return;
  await store.transaction(async (trx) => {
    await find(trx, sql`for update of own`);
    // once more: a refund that was written while this waited for the lock is only seen by a new statement
    const [bought] = await find(trx);
    if (!bought) return;
    const { being_refunded: isRefunded, ...key } = bought;
    if (isRefunded) throw new ProductError('refund.under_way');
    await trx('enrolment')
      .where(key)
      .update(what === 'export' ? { exported_at: trx.fn.now() } : { opened_lessons: expression(trx, withLessons(what)) });
  });
}

/** SQL expression: the opened lessons with further ones, those that the live version of the copy has. */
const withLessons = (ids: readonly string[]) => sql`array(
  select unnest(opened_lessons) union
  select id from unnest(${ids}::uuid[]) id
   where id = any((select live.lesson_ids
                     from course join course_version live on live.course_id = course.id and live.number = course.current_version
                    where course.id = enrolment.course_id)::uuid[]))`;

import type { Knex } from 'knex';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { getCourse } from './course.queries.ts';
import { courseIdOf } from './course-id.queries.ts';
import { isBeingRefunded } from './held-back.queries.ts';
import { findLiveLesson } from './live-lesson.queries.ts';

interface Copy {
  readonly accountId: string;
  readonly courseId: string;
}

/**
 * Opens a lesson for its reader. Of a bought course it counts against a refund, once.
 * @param given `lessonId` is an id, or `0_1` in the live version
 * @throws ProductError not_found; refund.under_way
 */
export async function openLesson(given: Copy & { lessonId: string }): Promise<Lesson> {
  const { lessonId } = await findLiveLesson(given);
  await deliverLessons({ ...given, lessonIds: [lessonId] });
  const { modules } = await getCourse(given);
  const lesson = modules.flatMap(({ lessons }) => lessons).find((one) => one.lesson_id === lessonId);
  if (!lesson) throw notFound('lesson');
  return lesson;
}

/**
 * Records that the reader of a course gets lessons: their texts, or what is made of them. Of a bought course they count against a refund. Call
 * it before anything of them leaves. Does nothing for other courses and unknown lessons.
 * @throws ProductError refund.under_way while the course is being refunded
 */
export async function deliverLessons(
  { lessonIds, ...copy }: Copy & { readonly lessonIds: readonly string[] },
  trx?: Knex.Transaction,
): Promise<void> {
  const ids = lessonIds.filter(isUuid);
  await deliver(
    copy,
    async (store, { account_id, creator_course_id }) => {
      await rowsOf(
        store,
        sql`update enrolment own
               set opened_lessons = array(
                     select unnest(own.opened_lessons) union
                     select id from unnest(${ids}::uuid[]) id
                      where id = any((select live.lesson_ids
                                        from course join course_version live on live.course_id = course.id and live.number = course.current_version
                                       where course.id = own.course_id)::uuid[]))
             where own.account_id = ${account_id} and own.creator_course_id = ${creator_course_id}`,
      );
    },
    trx,
  );
}

/**
 * Records that the reader of a course takes it away as a file: a bought course can then no longer be refunded.
 * @throws ProductError refund.under_way while the course is being refunded
 */
export async function deliverExport(copy: Copy): Promise<void> {
  await deliver(copy, async (trx, { account_id, creator_course_id }) => {
    await trx('enrolment').where({ account_id, creator_course_id, exported_at: null }).update({ exported_at: trx.fn.now() });
  });
}

interface Bought {
  readonly account_id: string;
  readonly creator_course_id: string;
  readonly being_refunded: boolean;
}

/** A refund locks the same row, so that nothing is delivered between its decision and its row. */
async function deliver(
  { accountId, courseId }: Copy,
  record: (trx: Knex.Transaction, bought: Bought) => Promise<void>,
  given?: Knex.Transaction,
): Promise<void> {
  const find = (store: Knex, lock = empty) =>
    rowsOf<Bought>(
      store,
      sql`select own.account_id, own.creator_course_id, ${isBeingRefunded(sql`own`)} as being_refunded
            from enrolment own
           where own.account_id = ${accountId} and own.course_id = ${courseIdOf(courseId)} and own.paid_cents > 0
             and own.refunded_at is null and own.exported_at is null ${lock}`,
    );
  // most courses were not bought
  if ((await find(given ?? database())).length === 0) return;
  const act = async (trx: Knex.Transaction) => {
    await find(trx, sql`for update of own`);
    // once more: a refund that was written while this waited for the lock is only seen by a new statement
    const [bought] = await find(trx);
    if (!bought) return;
    if (bought.being_refunded) throw new ProductError('refund.under_way');
    await record(trx, bought);
  };
  await (given ? act(given) : transact(act));
}

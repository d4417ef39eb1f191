import { REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { isBarelyOpened, isBeingRefunded } from '#domain/billing/refunds/refund-sum.queries.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * SQL expression: the lessons that the buyer of a course has opened, while it can be refunded or is being refunded; else null. Until then
 * the other lessons' texts are held back, so that the server knows what it has delivered.
 * @param course alias of the copy's row
 */
export const openedOfHeldBack = (course: Sql): Sql => sql`(
  select own.opened_lessons from enrolment own
   where own.course_id = ${course}.id and own.account_id = ${course}.account_id and own.refunded_at is null and own.paid_cents > 0
     and (${isBeingRefunded(sql`own`)}
       or (own.exported_at is null and ${isBarelyOpened(sql`own`, sql`${course}.lesson_count`)}
           and exists (select from billing_payment paid where paid.order_id = own.order_id and paid.status = 'paid'
                          and now() <= paid.paid_at + ${REFUND_DAYS} * interval '1 day'))))`;

/** Removes the texts of lessons that are held back. Titles and objectives stay, as on the course's public page. */
export const withoutHeldBack = (course: Course): Course => ({
  ...course,
  modules: course.modules.map((module) => ({ ...module, lessons: module.lessons.map(sealed) })),
});

function sealed(lesson: Lesson): Lesson {
  if (!lesson.is_held_back) return lesson;
  const { citations: _citations, workshop: _workshop, ...rest } = lesson;
  return { ...rest, content: '', key_takeaways: [], quiz: [], exercises: [] };
}

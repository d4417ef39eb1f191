import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { isBarelyOpened, isBeingRefunded, isInTime } from '#domain/billing/refunds/refund-sum.queries.ts';
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
                          and ${isInTime(sql`paid.paid_at`)}))))`;

/**
 * What a lesson that is held back still shows: no more than the course's public page. Every field of a lesson is decided here, so that a
 * further one does not compile without.
 */
const SHOWN = {
  lesson_id: true,
  index: true,
  title: true,
  content: false,
  objectives: true,
  key_takeaways: false,
  duration_minutes: true,
  quiz: false,
  exercises: false,
  workshop: false,
  citations: false,
  written_by: true,
  written_with: true,
  reviewed_by: true,
  reviewed_with: true,
  of_library: true,
  notes: true,
  is_held_back: true,
  completed: true,
  bookmarked: true,
  pinned: true,
} as const satisfies Record<keyof Lesson, boolean>;
/** Of fields that a lesson cannot lack. */
const EMPTY = { content: '', key_takeaways: [], quiz: [], exercises: [] } satisfies Partial<Lesson>;

/** Removes the texts of lessons that are held back, and what their course's plan says of them; a course without such lessons is unchanged. */
export function withoutHeldBack(course: Course): Course {
  if (!course.modules.some(({ lessons }) => lessons.some((lesson) => lesson.is_held_back))) return course;
  return {
    ...course,
    ...(course.plan && { plan: { ...course.plan, thread: null, terms: [], conventions: [], final_task: null, lessons: [] } }),
    modules: course.modules.map((module) => ({ ...module, lessons: module.lessons.map(sealed) })),
  };
}

function sealed(lesson: Lesson): Lesson {
  if (!lesson.is_held_back) return lesson;
  const shown = Object.fromEntries(Object.entries(lesson).filter(([name]) => SHOWN[name as keyof Lesson]));
  return { ...(shown as Omit<Lesson, keyof typeof EMPTY>), ...EMPTY };
}

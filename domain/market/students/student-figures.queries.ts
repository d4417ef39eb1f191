import { FEWEST_STUDENTS } from '#contract/studio/creator-figures.contract.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * Selects whom a creator teaches, a row per student and course. A student is who has a course, free or bought, until all of the
 * money is returned; `creator_course.students` counts the same for one course. Every figure about students starts here.
 */
export const studentsOf = (
  creatorId: string,
): Sql => sql`select own.creator_course_id, own.account_id, own.course_id, own.created_at, done.course_id is not null as is_completed
  from creator_course taught
  join enrolment own on own.creator_course_id = taught.id and own.refunded_at is null
  left join course_completion done on done.course_id = own.course_id and done.account_id = own.account_id
 where taught.account_id = ${creatorId}`;

/** Aggregate over `studentsOf`: percentage of the courses taken that were completed, one decimal; 0 for fewer than `FEWEST_STUDENTS` people. */
export const COMPLETION_RATE = sql`case when count(distinct student.account_id) < ${FEWEST_STUDENTS} then 0
  else round(count(*) filter (where student.is_completed) * 1000.0 / count(*)) / 10 end::float`;

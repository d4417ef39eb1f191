import { FEWEST_STUDENTS } from '#contract/studio/creator-figures.contract.ts';
import { completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * SQL from: the enrolments (`own`) in a creator's courses (`taught`), with the student's copy, which may be deleted. A student is a person
 * who has a course, free or bought, until all of the money is returned; `creator_course.students` counts the same for one course. Every
 * figure and list of students starts here.
 */
export const fromEnrolments = (creatorId: string): Sql => sql`from creator_course taught
  join enrolment own on own.creator_course_id = taught.id and own.refunded_at is null
  left join course copy on copy.id = own.course_id
 where taught.account_id = ${creatorId}`;

/** Selects the students of a creator, one row per student and course. */
export const studentsOf = (
  creatorId: string,
): Sql => sql`select own.creator_course_id, own.account_id, own.course_id, own.created_at, copy.id is not null and ${completedAt(sql`copy`)} is not null as is_completed
  ${fromEnrolments(creatorId)}`;

/**
 * SQL aggregate over `studentsOf`: percentage of the courses taken that were completed, with one decimal; 0 for fewer than
 * `FEWEST_STUDENTS` people.
 */
export const COMPLETION_RATE = sql`case when count(distinct student.account_id) < ${FEWEST_STUDENTS} then 0
  else round(count(*) filter (where student.is_completed) * 1000.0 / count(*)) / 10 end::float`;

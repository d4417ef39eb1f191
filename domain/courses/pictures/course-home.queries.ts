import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * Expression: where the pictures and simulations of a course are: its run, which exists before it, or the course itself; a copy uses those of
 * the original course.
 */
export const courseHome = (course: Sql): Sql =>
  sql`(case when ${course}.enrolled_from is null then coalesce(${course}.run_id, ${course}.id) else (
         select coalesce(source.run_id, source.id) from creator_course sold join course source on source.id = sold.published_course_id
          where sold.id = ${course}.enrolled_from) end)`;

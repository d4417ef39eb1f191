import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * SQL condition: a course is a copy of another person's: from the market, assigned by a teacher, or opened in a learning platform.
 * @param course alias of the `course` row
 */
export const isCopy = (course: Sql): Sql => sql`(${course}.enrolled_from is not null or ${course}.assigned_from is not null)`;

/**
 * SQL condition: a course of an account is another creator's: taken from the market, assigned by a teacher, opened in a learning platform,
 * or restored from an export, which keeps the ids of its lessons. A course written by a run is not, nor is a copy that its author has
 * assigned to themselves.
 * @param course alias of the `course` row
 */
export const isTaken = (course: Sql, accountId: Sql | string): Sql => sql`(${isCopy(course)} or (${course}.run_id is null and exists (
  select from course_version live, jsonb_path_query(live.contents, '$.modules[*].lessons[*].lesson_id') lesson
   where live.course_id = ${course}.id and live.number = ${course}.current_version
     and lesson in (
       select sold from enrolment own
         join creator_course source on source.id = own.creator_course_id and source.account_id <> own.account_id
         join publication_version published on published.creator_course_id = source.id,
              jsonb_path_query(published.contents, '$.modules[*].lessons[*].lesson_id') sold
        where own.account_id = ${accountId}
       union all
       select assigned from course copy join course_version text on text.course_id = copy.id and text.number = copy.current_version,
              jsonb_path_query(text.contents, '$.modules[*].lessons[*].lesson_id') assigned
        where copy.account_id = ${accountId} and copy.assigned_from is not null
          and not exists (select from course source where source.id = copy.assigned_from and source.account_id = copy.account_id)))))`;

import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ReportedCourse } from '#contract/market/moderation.contract.ts';
import { database } from '#domain/platform/database.ts';

/** Lists courses with open reports, and those taken down: most reports first. */
export async function listReportedCourses(): Promise<ReportedCourse[]> {
  return rowsOf<ReportedCourse>(
    database(),
    sql`with open as (select creator_course_id, jsonb_agg(jsonb_build_object('reason', reason, 'text', text,
                     'reported_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by created_at, id) as reports
                     from course_report where decided_at is null group by 1)
     select c.id as course_id, c.title, creator.first_name || ' ' || creator.last_name as creator, c.status, c.students, c.taken_down_reason,
            coalesce(open.reports, '[]'::jsonb) as reports
       from creator_course c join account creator on creator.id = c.account_id left join open on open.creator_course_id = c.id
      where open.reports is not null or c.taken_down_reason is not null
      order by jsonb_array_length(coalesce(open.reports, '[]'::jsonb)) desc, c.id limit 100`,
  );
}

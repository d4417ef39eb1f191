import type { Knex } from 'knex';
import { lessonsOf, type CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ReportedCourse } from '#contract/market/moderation.contract.ts';
import { database } from '#domain/platform/database.ts';

/** Lists courses with open reports and courses taken down, most reports first. */
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

/** Minimum share of equal lessons at which a course counts as the one that was taken down. */
const SAME_SHARE = 1 / 3;
/** Shorter texts may be equal by accident. */
const CONCLUSIVE_LENGTH = 200;

/**
 * Tells whether a course is the same as one of this creator's that operators took down, even as a copy or under another name: by its
 * lessons' ids or, after an export and import, by their words.
 */
export async function isTakenDown(
  trx: Knex,
  { accountId, exceptId, content }: { accountId: string; exceptId: string; content: CourseContent },
): Promise<boolean> {
  const rows: { content: CourseContent }[] = await trx('creator_course as c')
    .join('publication_version as p', (on) => on.on('p.creator_course_id', 'c.id').andOn('p.number', 'c.published_version'))
    .where({ 'c.account_id': accountId })
    .whereNot('c.id', exceptId)
    .whereNotNull('c.taken_down_reason')
    .select('p.content');
  const lessons = lessonsOf(content);
  return rows.some(({ content: down }) => {
    const ids = new Set(lessonsOf(down).map(({ lesson_id }) => lesson_id));
    const texts = new Set(lessonsOf(down).map((lesson) => wordsOf(lesson.content)));
    const same = lessons.filter((lesson) => {
      const words = wordsOf(lesson.content);
      return ids.has(lesson.lesson_id) || (words.length >= CONCLUSIVE_LENGTH && texts.has(words));
    });
    return same.length > 0 && same.length >= lessons.length * SAME_SHARE;
  });
}

/** Normalises a text, ignoring changes that an editor or a different case makes. */
const wordsOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');

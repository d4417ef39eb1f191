import { plainContent } from '#contract/courses/citation-markers.ts';
import type { CourseShare, SharedCourse } from '#contract/sharing/sharing.contract.ts';
import { inGoodStanding } from '#domain/identity/accounts/account.queries.ts';
import { isReadByOthers } from '#domain/market/in-market.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';

/**
 * Returns the link of one of the account's own courses, while it is shared.
 * @throws ProductError not_found when the course is not the account's
 */
export async function findShare({ accountId, courseId }: { accountId: string; courseId: string }): Promise<CourseShare> {
  const row = await database()('course')
    .leftJoin('course_share', 'course_share.course_id', 'course.id')
    .where('course.id', courseIdOf(courseId))
    .where('course.account_id', accountId)
    .first('course_share.token', 'course_share.created_at');
  if (!row) throw notFound('course');
  return row.token === null ? { path: null, shared_at: null } : { path: `/shared/${row.token}`, shared_at: row.created_at.toISOString() };
}

/**
 * Returns a shared course in its current version, for anybody. Hidden are courses of accounts that are suspended or being deleted, of
 * accounts whose age, known or unknown, does not let strangers read them (as in the market), and courses that operators took out of the
 * market.
 * @throws ProductError not_found when it was never shared, revoked, taken down, hidden, or deleted
 */
export async function readSharedCourse(token: string): Promise<SharedCourse> {
  if (!/^[\w-]{32}$/.test(token)) throw notFound('course');
  const [row] = await rowsOf<{ content: CourseContent; by: string }>(
    database(),
    sql`select live.content, ${shownName(sql`owner`)} as by
       from course_share share join course on course.id = share.course_id
       join course_version live on live.course_id = course.id and live.number = course.current_version
       join account owner on owner.id = course.account_id
      where share.token = ${token} and ${inGoodStanding(sql`owner`)} and ${isReadByOthers(sql`owner.id`)}
        and not exists (select from creator_course down where down.taken_down_reason is not null
                                                          and course.id in (down.course_id, down.published_course_id))`,
  );
  if (!row) throw notFound('course');
  const { title, description, language, learning_objectives, modules } = row.content;
  return {
    title,
    description,
    language,
    by: row.by,
    learning_objectives,
    modules: modules.map((module) => ({
      title: module.title,
      summary: module.summary,
      lessons: module.lessons.map((lesson) => ({
        title: lesson.title,
        content: plainContent(lesson),
        key_takeaways: lesson.key_takeaways,
        duration_minutes: lesson.duration_minutes,
      })),
    })),
  };
}

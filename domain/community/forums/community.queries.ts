import { isInMarket } from '#domain/market/in-market.queries.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { shownName } from '#domain/people/people.queries.ts';
import { isSampleStudent } from '#domain/people/sample-students.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** Counts people, discussions and study groups (G46). Sample students stand for nobody, so they are not counted. */
export async function countCommunity(viewerId: string): Promise<{ members: number; discussions: number; groups: number }> {
  const [counts] = await rowsOf<{ members: number; discussions: number; groups: number }>(
    database(),
    sql`select (select count(*)::int from account where deleted_at is null and not ${isSampleStudent(sql`account`)}) as members,
               (select count(*)::int from forum_post post
                 where forum_id is not null and ${isShown('post', sql`post.id`, viewerId)}) as discussions,
               (select count(*)::int from study_group grp where ${isShown('group', sql`grp.id`, viewerId)}) as groups`,
  );
  return counts!;
}

const SHARED_SHOWN = 50;

/** Lists the courses most recently published in the marketplace. */
export async function listSharedCourses() {
  const rows = await rowsOf<{ course_id: string; title: string; creator: string; students: number; published_at: Date }>(
    database(),
    sql`select course.id as course_id, course.title, ${shownName(sql`creator`)} as creator, students, published_at
          from creator_course course join account creator on creator.id = course.account_id
         where ${isInMarket(sql`course`)} and published_at is not null and taken_down_reason is null
         order by published_at desc, course.id limit ${SHARED_SHOWN}`,
  );
  return rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }));
}

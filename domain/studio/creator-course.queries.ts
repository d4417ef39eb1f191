import { MOST_EARNERS, type CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { COMPLETION_RATE, studentsOf } from './taught-students.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { CreatorCourse as StoredCourse } from './creator-course.model.ts';
import { inDollars, isSaleOf } from './creator-sales.ts';

interface CoursesRequest {
  readonly accountId: string;
  readonly status: 'all' | CreatorCourse['status'];
  /** Maximum number of rows. */
  readonly limit: number;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
}

interface CoursesPage {
  courses: CreatorCourse[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
  /** Totals over all the creator's courses, ignoring page and filter. */
  counts: { all: number; published: number; draft: number; archived: number };
}

/**
 * SQL: common table expressions of what the courses of `page` earned.
 * @param sales for many courses, all sales of the creator are read at once by one index; for one course, only those of its orders
 */
const sold = (accountId: string, sales: 'of all courses' | 'of each order'): Sql => sql`
  sale as ${sales === 'of all courses' ? empty : sql`not`} materialized (
    select t.order_id, t.change from ledger_transaction t where ${isSaleOf(accountId)}),
  sold as (
    select page.id, sum(sale.change)::bigint as revenue_cents
      from page join billing_order o on o.kind = 'course' and o.package_id = page.id::text join sale on sale.order_id = o.id::text group by 1)`;

/** Students, rating out of 5 with one decimal, and percentage of students who have completed their copy; 0 without data. */
const reachedBy = (accountId: string): Sql =>
  sql`students, case when rating_count = 0 then 0 else round(rating_sum * 10.0 / rating_count) / 10 end as rating,
  (select ${COMPLETION_RATE} from (${studentsOf(accountId)} and taught.id = creator_course.id) student) as completion_rate`;

/** Selects a creator's courses. */
const selectCourses = (accountId: string): Sql =>
  sql`select id, title, status, description, category, price_cents, difficulty, hours, objectives, tags, prerequisites, version,
             ${reachedBy(accountId)}, created_at, updated_at, (created_at at time zone 'UTC')::text as sort_at
        from creator_course where account_id = ${accountId}`;

/**
 * Lists the creator's courses, newest first, in one statement per page; counts are returned even for an empty page. One extra row shows
 * whether there is a next page.
 * @throws ProductError validation.failed for an invalid cursor
 */
export async function listCreatorCourses({ accountId, status, limit, after }: CoursesRequest): Promise<CoursesPage> {
  const place = after ? decodeCursor(after, 'after') : null;
  const rows = await rowsOf<Row & Record<'all_courses' | 'published' | 'drafts' | 'archived', number>>(
    database(),
    sql`with page as materialized (
       ${selectCourses(accountId)} ${status === 'all' ? empty : sql`and status = ${status}`}
          ${place ? sql`and (created_at, id) < (${place.at}::timestamp at time zone 'UTC', ${place.id}::uuid)` : empty}
        order by created_at desc, id desc limit ${limit + 1}),
     ${sold(accountId, 'of all courses')}
     select counts.*, page.*, sold.revenue_cents
       from (select count(*)::int as all_courses, count(*) filter (where status = 'published')::int as published,
                    count(*) filter (where status = 'draft')::int as drafts,
                    count(*) filter (where status = 'archived')::int as archived from creator_course where account_id = ${accountId}) counts
            left join page on true left join sold on sold.id = page.id
      order by page.created_at desc, page.id desc`,
  );
  const found = rows.filter((row) => row.id !== null);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const { all_courses: all, published, drafts: draft, archived } = rows[0]!;
  return {
    courses: page.map(toCourse),
    next: found.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
    counts: { all, published, draft, archived },
  };
}

/** Lists the published courses with students that earned most; with equal revenue, more students come first. All of them are ranked. */
export async function listEarners({ accountId }: { accountId: string }): Promise<CreatorCourse[]> {
  const rows = await rowsOf<Row>(
    database(),
    sql`with page as materialized (
       select id, students from creator_course where account_id = ${accountId} and status = 'published' and students > 0),
     ${sold(accountId, 'of all courses')},
     best as materialized (
       select page.id, page.students, coalesce(sold.revenue_cents, 0) as revenue_cents from page left join sold on sold.id = page.id
        order by revenue_cents desc, page.students desc, page.id desc limit ${MOST_EARNERS})
     select course.*, best.revenue_cents from best join lateral (${selectCourses(accountId)} and id = best.id) course on true
      order by best.revenue_cents desc, best.students desc, best.id desc`,
  );
  return rows.map(toCourse);
}

/** Returns one of the creator's courses. @throws ProductError not_found when it does not exist, or belongs to another creator */
export async function getCreatorCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<CreatorCourse> {
  const [row] = await rowsOf<Row>(
    database(),
    sql`with page as materialized (${selectCourses(accountId)} and id = ${creatorCourseIdOf(courseId)}),
        ${sold(accountId, 'of each order')}
        select page.*, sold.revenue_cents from page left join sold on sold.id = page.id`,
  );
  if (!row) throw notFound('course');
  return toCourse(row);
}

/** Normalises a course id from a URL; no course has an invalid id. @throws ProductError not_found */
export function creatorCourseIdOf(text: string): string {
  if (!isUuid(text)) throw notFound('course');
  return text.toLowerCase();
}

type Row = Pick<
  StoredCourse,
  'id' | 'title' | 'status' | 'description' | 'category' | 'difficulty' | 'objectives' | 'tags' | 'prerequisites' | 'version'
> &
  Pick<StoredCourse, 'price_cents' | 'hours' | 'created_at' | 'updated_at' | 'students'> & {
    sort_at: string;
    /** Numeric: the driver returns a string. */
    rating: string;
    completion_rate: number;
    /** Null when nothing was ever sold. */
    revenue_cents: number | null;
  };

const toCourse = (row: Row): CreatorCourse => ({
  id: row.id,
  title: row.title,
  status: row.status,
  students: row.students,
  revenue: inDollars(row.revenue_cents ?? 0),
  rating: Number(row.rating),
  completion_rate: row.completion_rate,
  description: row.description,
  category: row.category,
  price: inDollars(row.price_cents),
  difficulty: row.difficulty,
  duration: row.hours === null ? null : Number(row.hours),
  objectives: row.objectives,
  tags: row.tags,
  prerequisites: row.prerequisites,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
});

import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { COMPLETION_RATE, STUDENTS } from '#domain/market/students/student-figures.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { inDollars, SALES } from './creator-sales.ts';

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
  /** Cursor of the next page, null on the last one. */
  next: string | null;
  /** Totals of all the creator's courses, ignoring page and filter. */
  counts: { all: number; published: number; draft: number; archived: number };
}

/**
 * Returns SQL for what the courses of `page` earned.
 * @param sales for many courses all sales of the creator are read once, by one index; for one course only those of its orders
 */
const sold = (sales: 'of all courses' | 'of each order') => `
  sale as ${sales === 'of all courses' ? '' : 'not'} materialized (select t.order_id, t.change from ledger_transaction t where ${SALES}),
  sold as (
    select page.id, sum(sale.change)::bigint as revenue_cents
      from page join billing_order o on o.kind = 'course' and o.package_id = page.id::text join sale on sale.order_id = o.id::text group by 1)`;

/** Students, rating out of 5 with one decimal, and percentage of students who have completed their copy; 0 without data. */
const REACHED = `students, case when rating_count = 0 then 0 else round(rating_sum * 10.0 / rating_count) / 10 end as rating,
  (select ${COMPLETION_RATE} from (${STUDENTS} and taught.id = creator_course.id) student) as completion_rate`;

const COLUMNS = `id, title, status, description, category, price_cents, difficulty, hours, objectives, tags, prerequisites, version,
  ${REACHED}, created_at, updated_at, (created_at at time zone 'UTC')::text as sort_at`;

/**
 * Lists the creator's courses, newest first, in one statement per page: counts are returned even for an empty page. One extra row shows
 * whether there is a next page.
 * @throws ProductError validation.failed for an invalid cursor
 */
export async function listCreatorCourses({ accountId, status, limit, after }: CoursesRequest): Promise<CoursesPage> {
  const place = after ? decodeCursor(after, 'after') : null;
  const { rows } = await database().raw(
    `with page as materialized (
       select ${COLUMNS} from creator_course
        where account_id = :accountId ${status === 'all' ? '' : 'and status = :status'}
          ${place ? `and (created_at, id) < (cast(:at as timestamp) at time zone 'UTC', cast(:id as uuid))` : ''}
        order by created_at desc, id desc limit :rows),
     ${sold('of all courses')}
     select counts.*, page.*, sold.revenue_cents
       from (select count(*)::int as all_courses, count(*) filter (where status = 'published')::int as published,
                    count(*) filter (where status = 'draft')::int as drafts,
                    count(*) filter (where status = 'archived')::int as archived from creator_course where account_id = :accountId) counts
            left join page on true left join sold on sold.id = page.id
      order by page.created_at desc, page.id desc`,
    { accountId, status, rows: limit + 1, ...place },
  );
  const found = (rows as Row[]).filter((row) => row.id !== null);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const { all_courses: all, published, drafts: draft, archived } = rows[0];
  return {
    courses: page.map(toCourse),
    next: found.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
    counts: { all, published, draft, archived },
  };
}

/** Returns one of the creator's courses. @throws ProductError not_found when there is none, or it belongs to another creator */
export async function getCreatorCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<CreatorCourse> {
  const { rows } = await database().raw(
    `with page as materialized (select ${COLUMNS} from creator_course where account_id = :accountId and id = :courseId),
     ${sold('of each order')}
     select page.*, sold.revenue_cents from page left join sold on sold.id = page.id`,
    { accountId, courseId: creatorCourseIdOf(courseId) },
  );
  if (rows.length === 0) throw notFound('course');
  return toCourse(rows[0]);
}

/** Normalises a course id from a URL: an invalid id cannot exist. @throws ProductError not_found */
export function creatorCourseIdOf(text: string): string {
  if (!isUuid(text)) throw notFound('course');
  return text.toLowerCase();
}

type Row = Pick<
  CreatorCourse,
  'id' | 'title' | 'status' | 'description' | 'category' | 'difficulty' | 'objectives' | 'tags' | 'prerequisites' | 'version'
> & {
  price_cents: number;
  /** Numeric: the driver returns a string. */
  hours: string | null;
  created_at: Date;
  updated_at: Date;
  sort_at: string;
  /** Numeric: the driver returns a string. */
  rating: string;
  completion_rate: number;
  students: number;
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

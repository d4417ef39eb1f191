import type { Knex } from 'knex';
import { type ListedAssignment, type ManagedAssignment, type OwnAssignment } from '#contract/classes/assignments.contract.ts';
import { CLASS_PAGE } from '#contract/classes/classes.contract.ts';
import { completedLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { managedClass, type InClass } from './class.queries.ts';
import { ASSIGNMENTS, didIn, IS_FOR, GIVEN_MARK, LATE_WORK, marks, STANDING, tellsMarks, TIME_ZONE } from './standing.queries.ts';

const SHARED_COLUMNS = sql`a.id as assignment_id, a.classroom_id as class_id, c.name as class_name, coalesce(source.title, a.title) as title, a.note,
  case when source.id is not null then 'ready'
       when exists (select from run where run.id = a.run_id and run.status in ('queued', 'running')) then 'writing' else 'gone' end as state,
  ${TIME_ZONE} as time_zone, ${LATE_WORK} as late_work, a.for_all, a.created_at`;

type Times<T> = Omit<T, 'due_at' | 'created_at' | 'completed_at' | 'arrived_at'> & {
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly sort_at: string;
};

const MANAGED_COLUMNS = sql`${SHARED_COLUMNS}, a.due_at, a.late_work is not null as has_late_work, coalesce(source.lesson_count, 0) as lesson_count, source.id as course_id, f.*,
  (select count(*)::int from class_question q where q.assignment_id = a.id and q.answer is null) as open_questions,
  to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as sort_at`;
const FIGURES = sql`cross join lateral (
  select count(*)::int as students, count(copy.course_id)::int as begun, count(done.at)::int as completed,
         count(*) filter (where done.is_late)::int as late, count(*) filter (where done.is_extended)::int as extended
    from classroom_member cm ${STANDING}
   where ${IS_FOR}) f`;

/** SQL column: how many students have completed an assignment and wait for a mark, in a class that gives marks. */
const TO_MARK = sql`case when exists (select from assignment_mark m join assignment b on b.id = m.assignment_id where b.classroom_id = a.classroom_id)
  then (select count(*)::int from classroom_member cm ${STANDING} ${GIVEN_MARK} where ${IS_FOR} and done.at is not null and given.mark is null)
  else 0 end as to_mark`;
const NO_MARKS = sql`null::int as to_mark`;

const toManaged = ({ sort_at: _sortAt, due_at, created_at, ...row }: Times<ManagedAssignment>): ManagedAssignment => ({
  ...row,
  due_at: due_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

/** Lists a class's assignments, newest first. @throws ProductError not_found, class.not_teacher, validation.failed for a bad cursor */
export async function listAssignments({
  cursor,
  limit = CLASS_PAGE,
  ...named
}: InClass & { readonly cursor?: string | undefined; readonly limit?: number | undefined }): Promise<{
  assignments: ListedAssignment[];
  next_cursor: string | null;
}> {
  const { classId, teaches } = await managedClass(named);
  const after = cursor === undefined ? null : decodeCursor(cursor, 'cursor');
  const rows = await rowsOf<Times<ListedAssignment>>(
    database(),
    sql`select ${MANAGED_COLUMNS}, ${teaches && tellsMarks() ? TO_MARK : NO_MARKS} from ${ASSIGNMENTS} ${FIGURES} where a.classroom_id = ${classId}
        ${after ? sql`and (a.created_at, a.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
        order by a.created_at desc, a.id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    assignments: page.map(({ to_mark: toMark, ...row }) => ({ ...toManaged(row), to_mark: toMark })),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.assignment_id }) : null,
  };
}

/** Returns one assignment of a class, without checking who reads it. @throws ProductError not_found */
export async function findAssignment(classId: string, assignmentId: string, store: Knex = database()): Promise<ManagedAssignment> {
  const [row] = isUuid(assignmentId)
    ? await rowsOf<Times<ManagedAssignment>>(
        store,
        sql`select ${MANAGED_COLUMNS} from ${ASSIGNMENTS} ${FIGURES} where a.classroom_id = ${classId} and a.id = ${assignmentId}`,
      )
    : [];
  if (!row) throw notFound('assignment');
  return toManaged(row);
}

/** Maximum per student: more than a school year has. */
const MOST_OWN = 200;

type OwnRow = Omit<Times<OwnAssignment>, 'marked_at'> & {
  readonly completed_at: Date | null;
  readonly arrived_at: Date | null;
  readonly marked_at: Date | null;
  readonly student_id: string;
  readonly closes_at: Date | null;
  readonly by_own_time: boolean;
  readonly place: number;
};

/**
 * Lists an account's assignments in active classes: first by due date, then those without a date, then completed and closed ones.
 * @param given `open`: only assignments that are not completed and can still be
 */
export async function listOwnAssignments({
  accountId,
  class_id: classId,
  open,
}: {
  readonly accountId: string;
  readonly class_id?: string | undefined;
  readonly open?: 'true' | undefined;
}): Promise<{ assignments: OwnAssignment[] }> {
  if (classId !== undefined && !isUuid(classId)) return { assignments: [] };
  const isOver = sql`(done.at is not null or done.is_closed)`;
  const rows = await rowsOf<OwnRow>(
    database(),
    sql`select own.*, did.answered, did."right"
          from (select ${SHARED_COLUMNS}, done.due_at, done.closes_at, done.by_own_time, null as course_id, copy.course_id as copy_id, cm.account_id as student_id, done.at as completed_at, done.arrived_at,
                       coalesce(own.lesson_count, source.lesson_count, 0) as lesson_count, ${completedLessons(sql`own`)} as completed_lessons,
                       done.is_overdue as overdue, done.is_late as late, done.is_closed as closed, done.is_extended,
                       coalesce(copy.course_id is not null and copy.version < source.current_version, false) as has_update,
                       given.mark, given.reason as mark_reason, given.marked_at,
                       row_number() over (order by ${isOver}, done.due_at nulls last, a.created_at desc, a.id)::int as place
                  from ${ASSIGNMENTS} join classroom_member cm on ${IS_FOR} ${STANDING} ${marks(true)}
                  left join course own on own.id = copy.course_id
                 where cm.account_id = ${accountId} and c.archived_at is null
                   ${classId === undefined ? empty : sql`and c.id = ${classId}`} ${open ? sql`and not ${isOver}` : empty}
                 order by place limit ${MOST_OWN}) own
          cross join lateral (select own.student_id as account_id, own.copy_id as course_id) copy
          cross join ${didIn(sql`copy`, sql`own.closes_at`, sql`own.by_own_time`)}
         order by own.place`,
  );
  return {
    assignments: rows.map(
      ({
        student_id: _student,
        closes_at: _closes,
        by_own_time: _byOwnTime,
        place: _place,
        due_at,
        created_at,
        completed_at,
        arrived_at,
        marked_at,
        ...row
      }) => ({
        ...row,
        due_at: due_at?.toISOString() ?? null,
        created_at: created_at.toISOString(),
        completed_at: completed_at?.toISOString() ?? null,
        arrived_at: arrived_at?.toISOString() ?? null,
        marked_at: marked_at?.toISOString() ?? null,
      }),
    ),
  };
}

import {
  FEWEST_ANSWERERS,
  type AssignedStudent,
  type HardQuestion,
  type ManagedAssignment,
  type StudentProgress,
} from '#contract/classes/assignments.contract.ts';
import { CLASS_PAGE } from '#contract/classes/classes.contract.ts';
import { isPlatformAddress } from '#contract/lti/platform-address.ts';
import { spentFromPool } from '#domain/billing/subscriptions/subscription.queries.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { completedLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { toldToCaller } from '#domain/identity/age/age-eligibility.queries.ts';
import { platformNameOf } from '#domain/organisations/platform-name.queries.ts';
import { csvInSlices } from '#domain/platform/csv.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findAssignment } from './assignment.queries.ts';
import { managedClass, type InClass } from './class.queries.ts';
import { ASSIGNMENTS, didIn, IS_FOR, marks, STANDING, tellsMarks } from './standing.queries.ts';

interface Paged {
  /** Id of the last student on the previous page. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

const NAME = sql`trim(s.first_name || ' ' || s.last_name)`;
const SORTED = sql`lower(s.last_name), lower(s.first_name), s.id`;

/** SQL condition: students who sort after that of a cursor. @throws ProductError validation.failed */
function after(cursor: string | undefined): Sql {
  if (cursor === undefined) return empty;
  if (!isUuid(cursor))
    throw new ProductError('validation.failed', 'The place to continue from is not valid.', {
      data: { errors: [{ path: 'cursor', message: 'Must be the `next_cursor` of an earlier page' }] },
    });
  return sql`and (${SORTED}) > (select lower(last_name), lower(first_name), id from account where id = ${cursor}::uuid)`;
}

/**
 * SQL from: pairs of a student (in a class `cm`) and an assignment `a`, with its course `source`, the student's progress, and the student's
 * copy `own`.
 */
const pairs = (classId: string, more: Sql = empty): Sql => sql`${ASSIGNMENTS} join classroom_member cm on ${IS_FOR} ${STANDING} ${more}
  left join course own on own.id = copy.course_id
 where a.classroom_id = ${classId}`;

/** SQL columns of a pair: completed lessons and their total, in the student's copy or, before there is one, in the teacher's course. */
const LESSONS = sql`${completedLessons(sql`own`)} as completed_lessons, coalesce(own.lesson_count, source.lesson_count, 0) as lesson_count`;

/** SQL columns of a pair: the student's result. `copy_id` and `closes_at` are for `did`. */
const CAME_TO = sql`cm.account_id as student_id, copy.course_id as copy_id, done.closes_at, done.by_own_time, done.due_at, done.at as completed_at, done.arrived_at,
  done.is_overdue as overdue, done.is_late as late, done.is_closed as closed, done.is_extended, ${LESSONS}`;

/** SQL lateral join `did`: the student's work in the copy of a `pair`. */
const DID = sql`lateral (select pair.student_id as account_id, pair.copy_id as course_id) copy cross join ${didIn(sql`copy`, sql`pair.closes_at`, sql`pair.by_own_time`)}`;

type Row = Omit<StudentProgress, 'tokens_this_month' | 'last_active_at'> & { readonly last_active_at: Date | null };

/**
 * Returns the progress of each student of a class, by name, and the totals.
 * @throws ProductError not_found, class.not_teacher, validation.failed
 */
export async function getClassReport({ cursor, limit = CLASS_PAGE, ...named }: InClass & Paged): Promise<{
  students: StudentProgress[];
  next_cursor: string | null;
  totals: { assigned: number; completed: number; overdue: number; late: number };
}> {
  const { classId, organisationId } = await managedClass(named);
  const [rows, [totals]] = await Promise.all([
    rowsOf<Row>(
      database(),
      sql`with student as (
            select s.id, ${NAME} as name, row_number() over (order by ${SORTED}) as place
              from classroom_member m join account s on s.id = m.account_id
             where m.classroom_id = ${classId} and m.role = 'student' and ${toldToCaller(sql`s.id`)} ${after(cursor)} order by ${SORTED} limit ${limit + 1})
          select student.id as user_id, student.name, coalesce(sum.assigned, 0) as assigned, coalesce(sum.completed, 0) as completed,
                 coalesce(sum.overdue, 0) as overdue, coalesce(sum.late, 0) as late, coalesce(sum.answered, 0) as answered, coalesce(sum."right", 0) as "right", sum.active_at as last_active_at
            from student left join lateral (
              select count(*)::int as assigned, count(pair.completed_at)::int as completed, count(*) filter (where pair.overdue)::int as overdue,
                     count(*) filter (where pair.late)::int as late, sum(did.answered)::int as answered, sum(did."right")::int as "right", max(did.active_at) as active_at
                from (select ${CAME_TO} from ${pairs(classId)} and cm.account_id = student.id) pair cross join ${DID}) sum on true
           order by student.place`,
    ),
    rowsOf<{ assigned: number; completed: number; overdue: number; late: number }>(
      database(),
      sql`select count(*)::int as assigned, count(done.at)::int as completed, count(*) filter (where done.is_overdue)::int as overdue,
                 count(*) filter (where done.is_late)::int as late from ${pairs(classId)}`,
    ),
  ]);
  const page = rows.slice(0, limit);
  const spent = await spentFromPool(
    organisationId,
    page.map(({ user_id }) => user_id),
  );
  return {
    students: page.map(({ last_active_at: at, ...row }) => ({
      ...row,
      last_active_at: at?.toISOString() ?? null,
      tokens_this_month: spent.get(row.user_id) ?? 0,
    })),
    next_cursor: rows.length > limit ? (page.at(-1)?.user_id ?? null) : null,
    totals: totals!,
  };
}

const CSV_HEAD = [
  'student',
  'email',
  'assignment',
  'due_utc',
  'extended',
  'completed_lessons',
  'lessons',
  'completed_at_utc',
  'arrived_at_utc',
  'late',
  'overdue',
  'answered',
  'right',
];
/** For people who teach the class. */
const CSV_MARKS = ['mark', 'reason', 'marked_at_utc'];
/** Maximum rows of the table: more than the largest class has. */
const MOST_ROWS = 100_000;

interface CsvRow {
  readonly name: string;
  readonly email: string;
  readonly platform: string | null;
  readonly title: string;
  readonly due_at: Date | null;
  readonly is_extended: boolean;
  readonly completed_lessons: number;
  readonly lesson_count: number;
  readonly completed_at: Date | null;
  readonly arrived_at: Date | null;
  readonly late: boolean;
  readonly overdue: boolean;
  readonly answered: number;
  readonly right: number;
  readonly mark: string | null;
  readonly reason: string | null;
  readonly marked_at: Date | null;
}

const yes = (is: boolean): string => (is ? 'yes' : 'no');

/** Encodes the report as CSV: a row per student and assignment, with the marks for a person who teaches the class. @throws ProductError not_found, class.not_teacher */
export async function classReportCsv(named: InClass): Promise<AsyncGenerator<Uint8Array>> {
  const { classId, teaches } = await managedClass(named);
  const hasMarks = teaches && tellsMarks();
  const rows = await rowsOf<CsvRow>(
    database(),
    sql`select ${NAME} as name, s.email, ${platformNameOf(sql`s.email`)} as platform, pair.*, did.answered, did."right"
          from (select ${CAME_TO}, coalesce(source.title, a.title) as title, a.created_at, given.mark, given.reason, given.marked_at
                  from ${pairs(classId, marks(hasMarks))}) pair
          join account s on s.id = pair.student_id cross join ${DID}
         where ${toldToCaller(sql`s.id`)}
         order by ${SORTED}, pair.created_at limit ${MOST_ROWS}`,
  );
  return csvInSlices(
    hasMarks ? [...CSV_HEAD, ...CSV_MARKS] : CSV_HEAD,
    rows.map((row) => [
      row.name,
      isPlatformAddress(row.email) ? `from ${row.platform ?? 'a learning platform'}` : row.email,
      row.title,
      row.due_at?.toISOString() ?? '',
      yes(row.is_extended),
      String(row.completed_lessons),
      String(row.lesson_count),
      row.completed_at?.toISOString() ?? '',
      row.arrived_at?.toISOString() ?? '',
      yes(row.late),
      yes(row.overdue),
      String(row.answered),
      String(row.right),
      ...(hasMarks ? [row.mark ?? '', row.reason ?? '', row.marked_at?.toISOString() ?? ''] : []),
    ]),
  );
}

type StudentTimes = 'due_at' | 'completed_at' | 'arrived_at' | 'last_active_at' | 'marked_at';
type StudentRow = Omit<AssignedStudent, StudentTimes> & { readonly [K in StudentTimes]: Date | null };

/**
 * Returns each student's progress in one assignment, by name, and the questions that most students answer wrong the first time, among those
 * answered by at least five.
 * @throws ProductError not_found, class.not_teacher, validation.failed
 */
export async function getAssignmentReport({
  assignmentId,
  cursor,
  limit = CLASS_PAGE,
  ...named
}: InClass & Paged & { readonly assignmentId: string }): Promise<{
  assignment: ManagedAssignment;
  teaches: boolean;
  student_ids: string[] | null;
  students: AssignedStudent[];
  next_cursor: string | null;
  hardest: HardQuestion[];
}> {
  const { classId, teaches } = await managedClass(named);
  const assignment = await findAssignment(classId, assignmentId);
  const [chosen, rows, hardest] = await Promise.all([
    assignment.for_all
      ? null
      : rowsOf<{ id: string }>(
          database(),
          sql`select cm.account_id as id from assignment a join classroom_member cm on ${IS_FOR}
               where a.id = ${assignmentId} and ${toldToCaller(sql`cm.account_id`)} order by 1`,
        ),
    rowsOf<StudentRow>(
      database(),
      sql`select s.id as user_id, ${NAME} as name, pair.completed_lessons, pair.lesson_count, pair.due_at, pair.completed_at, pair.arrived_at, pair.overdue, pair.late,
                 pair.closed, pair.is_extended, pair.mark, pair.mark_reason, pair.marked_at, did.answered, did."right", did.active_at as last_active_at
            from (select ${CAME_TO}, given.mark, given.reason as mark_reason, given.marked_at
                    from ${pairs(classId, marks(teaches))} and a.id = ${assignmentId}) pair
            join account s on s.id = pair.student_id cross join ${DID}
           where ${toldToCaller(sql`s.id`)} ${after(cursor)} order by ${SORTED} limit ${limit + 1}`,
    ),
    hardestQuestions(assignment),
  ]);
  const page = rows.slice(0, limit);
  return {
    assignment,
    teaches,
    student_ids: chosen?.map(({ id }) => id) ?? null,
    students: page.map(({ due_at, completed_at, arrived_at, last_active_at, marked_at, ...row }) => ({
      ...row,
      due_at: due_at?.toISOString() ?? null,
      marked_at: marked_at?.toISOString() ?? null,
      completed_at: completed_at?.toISOString() ?? null,
      arrived_at: arrived_at?.toISOString() ?? null,
      last_active_at: last_active_at?.toISOString() ?? null,
    })),
    next_cursor: rows.length > limit ? (page.at(-1)?.user_id ?? null) : null,
    hardest,
  };
}

const MOST_HARDEST = 10;

/** Returns the questions of an assigned course that most students answer wrong the first time, worst first. */
async function hardestQuestions({ assignment_id, course_id }: ManagedAssignment): Promise<HardQuestion[]> {
  if (course_id === null) return [];
  const [rows, live] = await Promise.all([
    rowsOf<{ lesson_id: string; question_id: string; answered: number; wrong: number }>(
      database(),
      sql`select lesson_id, question_id, count(*)::int as answered, count(*) filter (where not is_right)::int as wrong
            from (select distinct on (q.account_id, q.lesson_id, q.question_id) q.lesson_id, q.question_id, q.is_right
                    from assignment a join classroom_member cm on ${IS_FOR}
                    join assignment_copy copy on copy.assignment_id = a.id and copy.account_id = cm.account_id
                    join question_answer q on q.account_id = copy.account_id and q.course_id = copy.course_id
                   where a.id = ${assignment_id}
                   order by q.account_id, q.lesson_id, q.question_id, q.answered_at) first
           group by 1, 2 having count(*) >= ${FEWEST_ANSWERERS}::int and count(*) filter (where not is_right) > 0
           order by count(*) filter (where not is_right)::float8 / count(*) desc, count(*) desc, 1, 2 limit ${MOST_HARDEST}`,
    ),
    rowsOf<{ content: CourseContent }>(
      database(),
      sql`select content from course join course_version on course_id = course.id and number = current_version where course.id = ${course_id}`,
    ),
  ]);
  const lessons = live[0]?.content.modules.flatMap((module) => module.lessons) ?? [];
  return rows.flatMap(({ lesson_id, question_id, ...counts }) => {
    const lesson = lessons.find((one) => one.lesson_id === lesson_id);
    const question = lesson?.quiz.find(({ id }) => id === question_id);
    return lesson && question ? [{ lesson_id, lesson_title: lesson.title, question: question.question, ...counts }] : [];
  });
}

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
import { platformNameOf } from '#domain/lti/platform-name.queries.ts';
import { csvInSlices } from '#domain/platform/csv.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { ASSIGNMENTS, doneAt, findAssignment, IS_FOR } from './assignment.queries.ts';
import { managedClass, type InClass } from './class.queries.ts';

interface Paged {
  /** Id of the last student of the page before. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

const NAME = sql`trim(s.first_name || ' ' || s.last_name)`;
const SORTED = sql`lower(s.last_name), lower(s.first_name), s.id`;

/** Condition: students who sort after the one of a cursor. @throws ProductError validation.failed */
function after(cursor: string | undefined): Sql {
  if (cursor === undefined) return empty;
  if (!isUuid(cursor))
    throw new ProductError('validation.failed', 'The place to continue from is not valid.', {
      data: { errors: [{ path: 'cursor', message: 'Must be the `next_cursor` of an earlier page' }] },
    });
  return sql`and (${SORTED}) > (select lower(last_name), lower(first_name), id from account where id = ${cursor}::uuid)`;
}

/** Lateral: what a student's copy comes to, `did`: first answers, and when it was last worked on. @param copy alias of the `assignment_copy` row */
const didIn = (copy: Sql): Sql => sql`lateral (
  select count(*)::int as answered, count(*) filter (where is_right)::int as "right",
         greatest(max(answered_at), (select max(l.completed_at) from lesson_completion l where l.account_id = ${copy}.account_id and l.course_id = ${copy}.course_id)) as active_at
    from (select distinct on (lesson_id, question_id) is_right, answered_at from question_answer q
           where q.account_id = ${copy}.account_id and q.course_id = ${copy}.course_id order by lesson_id, question_id, answered_at) first) did`;

/** From: pairs of a student (in a class `cm`) and an assignment `a`, with its course `source`, the copy, its course `own` and its completion. */
const pairs = (classId: string): Sql => sql`${ASSIGNMENTS} join classroom_member cm on ${IS_FOR}
  left join assignment_copy copy on copy.assignment_id = a.id and copy.account_id = cm.account_id
  left join course own on own.id = copy.course_id
  left join lateral (select ${doneAt(sql`copy`)} as at) done on true
 where a.classroom_id = ${classId}`;

/** Columns of a pair: of the lessons that the student's copy has now, how many are completed; before there is one, of the teacher's course. */
const LESSONS = sql`${completedLessons(sql`own`)} as completed_lessons, coalesce(own.lesson_count, source.lesson_count, 0) as lesson_count`;

const IS_OVERDUE = sql`(done.at is null and coalesce(a.due_at < now(), false))`;

type Row = Omit<StudentProgress, 'tokens_this_month' | 'last_active_at'> & { readonly last_active_at: Date | null };

/**
 * Returns what each student of a class has done of what is assigned, by name, and all of it in sum. @throws ProductError not_found,
 * class.not_teacher, validation.failed
 */
export async function getClassReport({ cursor, limit = CLASS_PAGE, ...named }: InClass & Paged): Promise<{
  students: StudentProgress[];
  next_cursor: string | null;
  totals: { assigned: number; completed: number; overdue: number };
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
                 coalesce(sum.overdue, 0) as overdue, coalesce(sum.answered, 0) as answered, coalesce(sum."right", 0) as "right", sum.active_at as last_active_at
            from student left join lateral (
              select count(*)::int as assigned, count(done.at)::int as completed, count(*) filter (where ${IS_OVERDUE})::int as overdue,
                     sum(did.answered)::int as answered, sum(did."right")::int as "right", max(did.active_at) as active_at
                from (select a.due_at, a.id, copy.account_id, copy.course_id, done.at as done_at from ${pairs(classId)} and cm.account_id = student.id) a
                     cross join lateral (select a.account_id, a.course_id) copy cross join lateral (select a.done_at as at) done
                     cross join ${didIn(sql`copy`)}) sum on true
           order by student.place`,
    ),
    rowsOf<{ assigned: number; completed: number; overdue: number }>(
      database(),
      sql`select count(*)::int as assigned, count(done.at)::int as completed, count(*) filter (where ${IS_OVERDUE})::int as overdue from ${pairs(classId)}`,
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

const CSV_HEAD = ['student', 'email', 'assignment', 'due', 'completed_lessons', 'lessons', 'completed_at', 'overdue', 'answered', 'right'];
/** Of the table: a class at its largest has fewer. */
const MOST_ROWS = 100_000;

interface CsvRow {
  readonly name: string;
  readonly email: string;
  readonly platform: string | null;
  readonly title: string;
  readonly due_at: Date | null;
  readonly completed_lessons: number;
  readonly lesson_count: number;
  readonly completed_at: Date | null;
  readonly overdue: boolean;
  readonly answered: number;
  readonly right: number;
}

/** Encodes it as CSV: a row for each student and assignment. @throws ProductError not_found, class.not_teacher */
export async function classReportCsv(named: InClass): Promise<AsyncGenerator<Uint8Array>> {
  const { classId } = await managedClass(named);
  const rows = await rowsOf<CsvRow>(
    database(),
    sql`select ${NAME} as name, s.email, ${platformNameOf(sql`s.email`)} as platform, pair.title, pair.due_at, pair.completed_lessons, pair.lesson_count, pair.completed_at, pair.overdue, did.answered, did."right"
          from (select cm.account_id as student_id, coalesce(source.title, a.title) as title, a.due_at, a.created_at, copy.account_id, copy.course_id, done.at as completed_at, ${IS_OVERDUE} as overdue, ${LESSONS}
                  from ${pairs(classId)}) pair
          join account s on s.id = pair.student_id cross join ${didIn(sql`pair`)}
         where ${toldToCaller(sql`s.id`)}
         order by ${SORTED}, pair.created_at limit ${MOST_ROWS}`,
  );
  return csvInSlices(
    CSV_HEAD,
    rows.map((row) => [
      row.name,
      isPlatformAddress(row.email) ? `from ${row.platform ?? 'a learning platform'}` : row.email,
      row.title,
      row.due_at?.toISOString() ?? '',
      String(row.completed_lessons),
      String(row.lesson_count),
      row.completed_at?.toISOString() ?? '',
      row.overdue ? 'yes' : 'no',
      String(row.answered),
      String(row.right),
    ]),
  );
}

type StudentRow = Omit<AssignedStudent, 'completed_at' | 'last_active_at'> & {
  readonly completed_at: Date | null;
  readonly last_active_at: Date | null;
};

/**
 * Returns what each student has done of one assignment, by name, and which of its questions most get wrong the first time: those that at
 * least five have answered. @throws ProductError not_found, class.not_teacher, validation.failed
 */
export async function getAssignmentReport({
  assignmentId,
  cursor,
  limit = CLASS_PAGE,
  ...named
}: InClass & Paged & { readonly assignmentId: string }): Promise<{
  assignment: ManagedAssignment;
  student_ids: string[] | null;
  students: AssignedStudent[];
  next_cursor: string | null;
  hardest: HardQuestion[];
}> {
  const { classId } = await managedClass(named);
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
      sql`select s.id as user_id, ${NAME} as name, pair.completed_lessons, pair.lesson_count, pair.completed_at, pair.overdue, did.answered, did."right", did.active_at as last_active_at
            from (select cm.account_id as student_id, copy.account_id, copy.course_id, done.at as completed_at, ${IS_OVERDUE} as overdue, ${LESSONS}
                    from ${pairs(classId)} and a.id = ${assignmentId}) pair
            join account s on s.id = pair.student_id cross join ${didIn(sql`pair`)}
           where ${toldToCaller(sql`s.id`)} ${after(cursor)} order by ${SORTED} limit ${limit + 1}`,
    ),
    hardestQuestions(assignment),
  ]);
  const page = rows.slice(0, limit);
  return {
    assignment,
    student_ids: chosen?.map(({ id }) => id) ?? null,
    students: page.map(({ completed_at, last_active_at, ...row }) => ({
      ...row,
      completed_at: completed_at?.toISOString() ?? null,
      last_active_at: last_active_at?.toISOString() ?? null,
    })),
    next_cursor: rows.length > limit ? (page.at(-1)?.user_id ?? null) : null,
    hardest,
  };
}

const MOST_HARDEST = 10;

/** Returns the questions of an assigned course that most students get wrong the first time, the worst first. */
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

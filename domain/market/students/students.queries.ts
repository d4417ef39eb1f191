import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { QUIET_DAYS, STUDENTS_PER_PAGE, type listStudents as endpoint, type Student } from '#contract/market/students.contract.ts';
import { completedLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { isSampleStudent } from '#domain/people/people.queries.ts';
import { database } from '#domain/platform/database.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { fromEnrolments } from '#domain/studio/taught-students.queries.ts';

/** SQL condition on an enrolment (`own`): the student shows the creator who they are, and their age lets others see it. */
const SHARES = sql`(own.shares_progress and ${mayByAge('secret_address', sql`own.account_id`)})`;

/** Fields without the student's consent are not selected, so that no later code can leak them. */
const COLUMNS = sql`own.student_id, own.created_at, ${SHARES} as shares_progress, own.receives_messages, taught.id, taught.title,
  exists (select from account where account.id = own.account_id and ${isSampleStudent(sql`account`)}) as is_sample,
  case when ${SHARES} then (select first_name || ' ' || last_name from account where account.id = own.account_id) end as name,
  case when ${SHARES} then
    case when copy.lesson_count = 0 then 0 else least(100, 100 * ${completedLessons(sql`copy`)} / copy.lesson_count)::int end end as progress,
  case when ${SHARES} then (
    select greatest((select max(completed_at) from lesson_completion done where done.account_id = own.account_id and done.course_id = own.course_id),
                    (select read_at from reading_place place where place.account_id = own.account_id and place.course_id = own.course_id))) end as last_active_at`;

interface StudentsOf {
  readonly accountId: string;
  /** Only students of this course. */
  readonly course?: string | undefined;
  /** `quiet`: only students who show their progress and have not been active lately. */
  readonly activity?: 'any' | 'quiet' | undefined;
}

const IS_QUIET = sql`where shares_progress and coalesce(last_active_at, created_at) < now() - ${QUIET_DAYS} * interval '1 day'`;

/** Lists the students of a creator, newest first. */
export async function listStudents({
  accountId,
  course,
  activity,
  page,
}: StudentsOf & { page: number }): Promise<AnswerOf<typeof endpoint>> {
  if (course !== undefined && !isUuid(course)) return { students: [], total: 0, people: 0 };
  const rows = await rowsOf<Row & { readonly total: number; readonly people: number }>(
    database(),
    // a person counts once, however many courses they take
    sql`select *, count(*) over ()::int as total,
               (dense_rank() over (order by account_id) + dense_rank() over (order by account_id desc) - 1)::int as people
          from (select own.account_id, ${COLUMNS} ${fromEnrolments(accountId)} and (${course ?? null}::uuid is null or taught.id = ${course ?? null})) student
         ${activity === 'quiet' ? IS_QUIET : empty}
         order by created_at desc, student_id limit ${STUDENTS_PER_PAGE} offset ${(page - 1) * STUDENTS_PER_PAGE}`,
  );
  return { students: rows.map(toStudent), total: rows[0]?.total ?? 0, people: rows[0]?.people ?? 0 };
}

/** Rows per chunk of the download, to limit memory. */
const PIECE = 1_000;

/** Streams all of them, by course, in chunks. */
export async function* allStudents(accountId: string): AsyncGenerator<Student[]> {
  let after: Student | undefined;
  do {
    const isLater: Sql = after ? sql`and (taught.id, own.student_id) > (${after.course.id}::uuid, ${after.student_id}::uuid)` : empty;
    const rows: Row[] = await rowsOf<Row>(
      database(),
      sql`select ${COLUMNS} ${fromEnrolments(accountId)} ${isLater}
        order by taught.id, own.student_id limit ${PIECE}`,
    );
    const students: Student[] = rows.map(toStudent);
    if (students.length > 0) yield students;
    after = students.length === PIECE ? students.at(-1) : undefined;
  } while (after);
}

interface Row {
  readonly student_id: string;
  readonly created_at: Date;
  readonly shares_progress: boolean;
  readonly receives_messages: boolean;
  readonly is_sample: boolean;
  readonly id: string;
  readonly title: string;
  readonly name: string | null;
  readonly progress: number | null;
  readonly last_active_at: Date | null;
}

const toStudent = (row: Row): Student => ({
  student_id: row.student_id,
  course: { id: row.id, title: row.title },
  enrolled_at: row.created_at.toISOString(),
  name: row.name,
  progress: row.progress,
  last_active_at: row.last_active_at?.toISOString() ?? null,
  shares_progress: row.shares_progress,
  receives_messages: row.receives_messages,
  is_sample: row.is_sample,
});

import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { MAX_ASSIGNMENTS } from '#contract/classes/assignments.contract.ts';
import type { LateWork } from '#contract/classes/classes.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { insertCourse } from '#domain/courses/content/course.commands.ts';
import { isTaken } from '#domain/courses/content/taken-course.queries.ts';
import { replaceContent } from '#domain/courses/versions/version.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { copyTranslations } from '#domain/translation/courses/translation.commands.ts';
import { notifyInClass } from './notify-in-class.command.ts';
import { assertGoing } from './class.commands.ts';
import { LOCKED, managedClass, type InClass } from './class.queries.ts';
import { ASSIGNMENTS, IS_FOR, STANDING } from './standing.queries.ts';
import { tellDates } from './tell-dates.command.ts';

interface Changes {
  readonly note?: string | undefined;
  /** ISO time. */
  readonly due_at?: string | null | undefined;
  /** Null for the class's rule. */
  readonly late_work?: LateWork | null | undefined;
  /** Students of the class; null for all, including those who join later. */
  readonly student_ids?: readonly string[] | null | undefined;
}

interface NewAssignment extends InClass, Changes {
  readonly assignmentId: string;
  /** One of the caller's own courses, or the run that is writing it. */
  readonly courseId?: string | undefined;
  readonly taskId?: string | undefined;
}

/**
 * Assigns one of the caller's own courses to a class, or to some of its students, and notifies them. A course that is being written is
 * assigned once it exists. Repeating the id changes nothing.
 * @returns whether this call made the assignment
 * @throws ProductError not_found; class.not_teacher; class.archived; class.not_yours for a course of another creator; class.too_many;
 * class.assigned_already; validation.failed
 */
export async function createAssignment({ assignmentId, courseId, taskId, ...given }: NewAssignment): Promise<boolean> {
  const { accountId } = given;
  return transact(async (trx) => {
    const standing = await managedClass(given, trx, LOCKED);
    const known = await trx('assignment').where({ id: assignmentId }).first('classroom_id');
    if (known && known.classroom_id !== standing.classId) throw notFound('assignment');
    if (known) return false;
    assertGoing(standing);
    const [count] = await rowsOf<{ n: number }>(
      trx,
      sql`select count(*)::int as n from assignment where classroom_id = ${standing.classId}`,
    );
    if (count!.n >= MAX_ASSIGNMENTS)
      throw new ProductError('class.too_many', toSentence('A class has at most {n} assignments.', { n: MAX_ASSIGNMENTS }));
    const what = await findOwnCourse(trx, { accountId, courseId, taskId });
    await trx('assignment').insert({
      id: assignmentId,
      classroom_id: standing.classId,
      ...what,
      note: given.note ?? '',
      due_at: given.due_at ? new Date(given.due_at) : null,
      late_work: given.late_work ?? null,
      assigned_by: accountId,
    });
    await chooseStudents(trx, { assignmentId, classId: standing.classId, studentIds: given.student_ids ?? null });
    await refuseTwice(trx, assignmentId);
    await tellStudents(trx, { assignmentId, title: what.title });
    const detail = { class: standing.classId, course: what.course_id, run: what.run_id };
    await recordAudit({ actor: `account:${accountId}`, action: 'class.assigned', subject: `assignment:${assignmentId}`, detail }, trx);
    return true;
  });
}

async function findOwnCourse(
  trx: Knex.Transaction,
  { accountId, courseId, taskId }: { readonly accountId: string } & Pick<NewAssignment, 'courseId' | 'taskId'>,
): Promise<{ course_id: string | null; run_id: string | null; title: string }> {
  if ((courseId === undefined) === (taskId === undefined))
    throw new ProductError('validation.failed', 'Name a course, or the run that is writing it.', {
      data: { errors: [{ path: 'course_id', message: 'Exactly one of course_id and task_id is needed.' }] },
    });
  if (courseId !== undefined) {
    const [course] = await rowsOf<{ id: string; title: string; is_taken: boolean }>(
      trx,
      sql`select id, title, ${isTaken(sql`course`, accountId)} as is_taken from course where id = ${courseIdOf(courseId)} and account_id = ${accountId}`,
    );
    if (!course) throw notFound('course');
    if (course.is_taken) throw new ProductError('class.not_yours');
    return { course_id: course.id, run_id: null, title: course.title };
  }
  // a run of the studio writes into an existing course, and a run that has ended without a course brings none
  const [run] = isUuid(taskId!)
    ? await rowsOf<{ id: string; subject: string }>(
        trx,
        sql`select id, subject from run
             where id = ${taskId!} and account_id = ${accountId} and kind = 'course' and request->>'creator_course_id' is null
               and (status in ('queued', 'running') or exists (select from course where course.run_id = run.id))`,
      )
    : [];
  if (!run) throw notFound('run');
  return { course_id: null, run_id: run.id, title: run.subject };
}

/** @throws ProductError validation.failed for a person who is not a student of the class */
async function chooseStudents(
  trx: Knex.Transaction,
  { assignmentId, classId, studentIds }: { assignmentId: string; classId: string; studentIds: readonly string[] | null },
): Promise<void> {
  await trx('assignment_person').where({ assignment_id: assignmentId }).delete();
  await trx('assignment')
    .where({ id: assignmentId })
    .update({ for_all: studentIds === null });
  if (studentIds === null) return;
  const chosen = [...new Set(studentIds.filter(isUuid).map((id) => id.toLowerCase()))];
  const students = await trx('classroom_member')
    .where({ classroom_id: classId, role: 'student' })
    .whereIn('account_id', chosen)
    .pluck('account_id');
  if (students.length < new Set(studentIds).size)
    throw new ProductError('validation.failed', 'Someone you selected is not a student in this class.', {
      data: { errors: [{ path: 'student_ids', message: 'Must be students of the class.' }] },
    });
  await trx('assignment_person').insert(students.map((id) => ({ assignment_id: assignmentId, account_id: id })));
}

/**
 * Refuses to assign a course of a class a second time to the same student, who would be counted twice. Named students also count while they
 * are not in the class, because they may come back. Other classes share the student's copy (`startAssignment`).
 * @throws ProductError class.assigned_already
 */
async function refuseTwice(trx: Knex.Transaction, assignmentId: string): Promise<void> {
  const [twice] = await rowsOf<{ due_at: Date | null }>(
    trx,
    sql`with this as (select a.id, a.classroom_id, a.run_id, a.for_all, source.id as course_id from ${ASSIGNMENTS} where a.id = ${assignmentId})
        select a.due_at from this, ${ASSIGNMENTS}
         where a.classroom_id = this.classroom_id and a.id <> this.id and (source.id = this.course_id or a.run_id = this.run_id)
           and (a.for_all and this.for_all
                or exists (select from assignment_person p where p.assignment_id = a.id
                              and (this.for_all or exists (select from assignment_person own where own.assignment_id = this.id and own.account_id = p.account_id)))
                or a.for_all and exists (select from assignment_person own where own.assignment_id = this.id))
         limit 1`,
  );
  if (twice)
    throw new ProductError(
      'class.assigned_already',
      'They already have an assignment for this course. Change its date or its students instead.',
    );
}

/** Notifies each student once of a new assignment. */
async function tellStudents(trx: Knex.Transaction, { assignmentId, title }: { assignmentId: string; title: string }): Promise<void> {
  const students = await rowsOf<{ id: string; class_id: string }>(
    trx,
    sql`select cm.account_id as id, a.classroom_id as class_id from assignment a join classroom_member cm on ${IS_FOR} where a.id = ${assignmentId}`,
  );
  const [first] = students;
  if (!first) return;
  await notifyInClass(
    trx,
    students.map(({ id }) => id),
    { classId: first.class_id, kind: 'class.assigned', cause: `class.assigned:${assignmentId}`, subject: title },
  );
}

interface Named extends InClass {
  readonly assignmentId: string;
}

/**
 * Changes an assignment: its date, of which the students are notified, the note, the rule for late work, or its students.
 * @throws ProductError not_found, class.not_teacher, class.archived, class.assigned_already, validation.failed
 */
export async function updateAssignment({ assignmentId, ...given }: Named & Changes): Promise<void> {
  await transact(async (trx) => {
    const standing = await managedClass(given, trx, LOCKED);
    assertGoing(standing);
    const inClass = { id: assignmentId, classroom_id: standing.classId };
    const [row] = isUuid(assignmentId)
      ? await rowsOf<{ title: string }>(
          trx,
          sql`select coalesce(source.title, a.title) as title from ${ASSIGNMENTS} where a.id = ${assignmentId} and a.classroom_id = ${standing.classId}`,
        )
      : [];
    if (!row) throw notFound('assignment');
    const changes = {
      ...(given.note !== undefined && { note: given.note }),
      ...(given.due_at !== undefined && { due_at: given.due_at === null ? null : new Date(given.due_at) }),
      ...(given.late_work !== undefined && { late_work: given.late_work }),
    };
    if (Object.keys(changes).length > 0) await tellDates(trx, assignmentId, () => trx('assignment').where(inClass).update(changes));
    if (given.student_ids === undefined) return;
    await chooseStudents(trx, { assignmentId, classId: standing.classId, studentIds: given.student_ids });
    await refuseTwice(trx, assignmentId);
    await tellStudents(trx, { assignmentId, title: row.title });
  });
}

/** Withdraws an assignment; students who have opened it keep their copies. @throws ProductError not_found, class.not_teacher */
export async function withdrawAssignment({ assignmentId, ...named }: Named): Promise<void> {
  await transact(async (trx) => {
    const { classId } = await managedClass(named, trx, LOCKED);
    const gone = isUuid(assignmentId) ? await trx('assignment').where({ id: assignmentId, classroom_id: classId }).delete() : 0;
    if (gone === 0) throw notFound('assignment');
    const subject = `assignment:${assignmentId}`;
    await recordAudit({ actor: `account:${named.accountId}`, action: 'class.withdrew', subject, detail: { class: classId } }, trx);
  });
}

interface Source {
  readonly id: string | null;
  readonly classroom_id: string;
  readonly version: number;
  readonly content: CourseContent;
  readonly difficulty: string;
  readonly age_group: string;
  readonly has_final_test: boolean;
  readonly is_writing: boolean;
  readonly is_closed: boolean;
}

/**
 * Opens an assignment for a student, who gets a copy of the course, once, even if several classes assign it. Later calls update the copy to
 * the teacher's changes; all progress stays, since lessons keep their ids.
 * @returns id of the copy
 * @throws ProductError not_found; class.course_unfinished while it is being written; class.course_gone when it was deleted before it was
 * opened; class.closed when it was closed before it was opened
 */
export async function startAssignment({ accountId, assignmentId }: { accountId: string; assignmentId: string }): Promise<string> {
  if (!isUuid(assignmentId)) throw notFound('assignment');
  return transact(async (trx) => {
    // of two concurrent calls, even for two classes, the second finds the copy of the first
    await trx('account').where({ id: accountId }).forNoKeyUpdate().first('id');
    const [source] = await rowsOf<Source>(
      trx,
      sql`select source.id, a.classroom_id, source.current_version as version, live.content, source.difficulty, source.age_group, source.has_final_test,
                 exists (select from run where run.id = a.run_id and run.status in ('queued', 'running')) as is_writing, done.is_closed
            from ${ASSIGNMENTS} join classroom_member cm on ${IS_FOR} ${STANDING}
            left join course_version live on live.course_id = source.id and live.number = source.current_version
           where a.id = ${assignmentId} and cm.account_id = ${accountId} and c.archived_at is null`,
    );
    if (!source) throw notFound('assignment');
    const own = await copyOf(trx, { accountId, assignmentId, sourceId: source.id });
    if (own?.course_id && (source.id === null || source.is_closed || own.version >= source.version)) return own.course_id;
    if (source.is_closed) throw new ProductError('class.closed');
    if (source.id === null) throw new ProductError(source.is_writing ? 'class.course_unfinished' : 'class.course_gone');
    const courseId = own?.course_id ?? uuidv7();
    const { content, version } = source;
    if (own?.course_id) await replaceContent(trx, courseId, { content, hasFinalTest: source.has_final_test });
    else
      await insertCourse(trx, {
        courseId,
        accountId,
        content,
        difficulty: source.difficulty,
        ageGroup: source.age_group,
        kind: 'enrolled',
        assignedFrom: source.id,
        hasFinalTest: source.has_final_test,
      });
    await copyTranslations(trx, { from: source.id, to: courseId, content });
    await trx('assignment_copy')
      .insert({ assignment_id: assignmentId, account_id: accountId, course_id: courseId, version })
      .onConflict(['assignment_id', 'account_id'])
      .merge({ course_id: courseId, version });
    await trx('assignment_copy').where({ account_id: accountId, course_id: courseId }).update({ version });
    return courseId;
  });
}

/** Returns a student's copy for an assignment. If there is none yet, the copy of the same course from another class is used. */
async function copyOf(
  trx: Knex.Transaction,
  { accountId, assignmentId, sourceId }: { readonly accountId: string; readonly assignmentId: string; readonly sourceId: string | null },
): Promise<{ readonly course_id: string | null; readonly version: number } | undefined> {
  const own = await trx('assignment_copy').where({ assignment_id: assignmentId, account_id: accountId }).first('course_id', 'version');
  if (own?.course_id || sourceId === null) return own;
  const [shared] = await rowsOf<{ course_id: string; version: number }>(
    trx,
    sql`insert into assignment_copy (assignment_id, account_id, course_id, version)
        select ${assignmentId}, copy.account_id, copy.course_id, copy.version from assignment_copy copy join course on course.id = copy.course_id
         where copy.account_id = ${accountId} and course.assigned_from = ${sourceId} order by copy.started_at limit 1
            on conflict (assignment_id, account_id) do update set course_id = excluded.course_id, version = excluded.version
        returning course_id, version`,
  );
  return shared ?? own;
}

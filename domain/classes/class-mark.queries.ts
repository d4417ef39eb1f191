import type { Knex } from 'knex';
import type { ClassMark } from '#contract/classes/class-marks.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { standingIn, type InClass } from './class.queries.ts';
import { IS_FOR } from './standing.queries.ts';

/** A student's assignment, and who asks for it. */
export interface OfStudent extends InClass {
  readonly assignmentId: string;
  readonly studentId: string;
}

/** Checks that an assignment of a class is for a student. @throws ProductError not_found */
export async function assertAssigned({ classId, assignmentId, studentId }: Omit<OfStudent, 'accountId'>, store: Knex): Promise<void> {
  const found =
    isUuid(assignmentId) && isUuid(studentId)
      ? await rowsOf(
          store,
          sql`select from assignment a join classroom_member cm on ${IS_FOR}
               where a.id = ${assignmentId} and a.classroom_id = ${classId} and cm.account_id = ${studentId}`,
        )
      : [];
  if (found.length === 0) throw notFound('student');
}

/** Maximum per student and assignment. */
const MOST = 50;

type Row = Omit<ClassMark, 'marked_at'> & { readonly marked_at: Date };

/**
 * Lists a student's marks for an assignment, latest first; the latest counts. The student and the teachers of the class may read them, its
 * administrators not.
 * @throws ProductError not_found, class.not_teacher
 */
export async function listMarks(named: OfStudent): Promise<{ marks: ClassMark[] }> {
  const { classId, teaches } = await standingIn(named);
  if (!teaches && named.accountId !== named.studentId.toLowerCase()) throw new ProductError('class.not_teacher');
  await assertAssigned({ ...named, classId }, database());
  const rows = await rowsOf<Row>(
    database(),
    sql`select m.id as mark_id, m.mark, m.before, m.reason, trim(by.first_name || ' ' || by.last_name) as by, m.marked_at
          from assignment_mark m left join account by on by.id = m.marked_by
         where m.assignment_id = ${named.assignmentId} and m.account_id = ${named.studentId} order by m.marked_at desc, m.id desc limit ${MOST}`,
  );
  return { marks: rows.map(({ marked_at, ...row }) => ({ ...row, marked_at: marked_at.toISOString() })) };
}

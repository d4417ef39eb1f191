import { refuseAbuse } from '#domain/moderation/refuse-abuse.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { notifyInClass } from './notify-in-class.command.ts';
import { assertAssigned, type OfStudent } from './class-mark.queries.ts';
import { LOCKED, managedClass } from './class.queries.ts';
import { ASSIGNMENTS } from './standing.queries.ts';

interface Mark extends OfStudent {
  readonly markId: string;
  /** Null withdraws it. */
  readonly mark: string | null;
  readonly reason: string;
}

/**
 * Sets, changes or withdraws the mark of a student, who is notified. Each change is a row with the previous mark, its author and reason, so that no
 * mark is lost. Repeating the id, or setting the current mark, changes nothing.
 * @throws ProductError not_found; class.not_teacher for everybody but the teachers of the class; chat.refused, safety.suspended
 */
export async function setMark({ markId, mark, reason, ...named }: Mark): Promise<void> {
  await transact(async (trx) => {
    const { classId, teaches } = await managedClass(named, trx, LOCKED);
    if (!teaches) throw new ProductError('class.not_teacher', 'Only the teachers of a class can set its marks.');
    const { accountId, assignmentId, studentId } = named;
    await assertAssigned({ classId, assignmentId, studentId }, trx);
    const known = await trx('assignment_mark').where({ id: markId }).first('assignment_id', 'account_id');
    if (known && (known.assignment_id !== assignmentId.toLowerCase() || known.account_id !== studentId.toLowerCase()))
      throw notFound('mark');
    if (known) return;
    const before = await trx('assignment_mark')
      .where({ assignment_id: assignmentId, account_id: studentId })
      .orderBy([
        { column: 'marked_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .first('mark', 'reason');
    if ((before?.mark ?? null) === mark && (mark === null || before?.reason === reason)) return;
    await refuseAbuse(trx, { accountId, text: reason });
    const row = { id: markId, assignment_id: assignmentId, account_id: studentId, mark, before: before?.mark ?? null };
    await trx('assignment_mark').insert({ ...row, reason, marked_by: accountId });
    // without the mark: operators read the log, and marks belong to the student and the teachers
    const detail = { class: classId, student: studentId };
    await recordAudit({ actor: `account:${accountId}`, action: 'class.marked', subject: `assignment:${assignmentId}`, detail }, trx);
    const [assignment] = await rowsOf<{ title: string }>(
      trx,
      sql`select coalesce(source.title, a.title) as title from ${ASSIGNMENTS} where a.id = ${assignmentId}`,
    );
    const notice = { classId, kind: 'class.marked', cause: `class.marked:${markId}`, subject: assignment!.title } as const;
    await notifyInClass(trx, [studentId], notice);
  });
}

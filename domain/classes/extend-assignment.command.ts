import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { assertGoing } from './class.commands.ts';
import { LOCKED, managedClass, type InClass } from './class.queries.ts';
import { IS_FOR } from './standing.queries.ts';
import { tellDates } from './tell-dates.command.ts';

/**
 * Gives students a later due date than the others have, or withdraws it, and notifies them. Repeating it changes nothing.
 * @throws ProductError not_found, class.not_teacher, class.archived; validation.failed for a person whom the assignment is not for, and for
 * a date that is not later than the general one
 */
export async function extendAssignment({
  assignmentId,
  studentIds,
  dueAt,
  ...named
}: InClass & {
  readonly assignmentId: string;
  readonly studentIds: readonly string[];
  readonly dueAt: string | null;
}): Promise<void> {
  await transact(async (trx) => {
    const standing = await managedClass(named, trx, LOCKED);
    assertGoing(standing);
    const assignment = isUuid(assignmentId)
      ? await trx('assignment').where({ id: assignmentId, classroom_id: standing.classId }).first('due_at')
      : undefined;
    if (!assignment) throw notFound('assignment');
    const chosen = [...new Set(studentIds.map((id) => id.toLowerCase()))];
    const students = await rowsOf<{ id: string }>(
      trx,
      sql`select cm.account_id as id from assignment a join classroom_member cm on ${IS_FOR}
           where a.id = ${assignmentId} and cm.account_id = any(${chosen.filter(isUuid)}::uuid[])`,
    );
    if (students.length < chosen.length) throw invalid('student_ids', 'Someone you selected does not have this assignment.');
    if (dueAt !== null && assignment.due_at === null) throw invalid('due_at', 'This assignment has no due date to extend.');
    if (dueAt !== null && new Date(dueAt) <= assignment.due_at!) throw invalid('due_at', 'Must be later than the class’s due date.');
    const changed = await tellDates(trx, assignmentId, () =>
      rowsOf<{ account_id: string }>(
        trx,
        dueAt === null
          ? sql`delete from assignment_extension where assignment_id = ${assignmentId} and account_id = any(${chosen}::uuid[]) returning account_id`
          : sql`insert into assignment_extension (assignment_id, account_id, due_at, given_by)
              select ${assignmentId}, id, ${dueAt}::timestamptz, ${named.accountId} from unnest(${chosen}::uuid[]) as id
                  on conflict (assignment_id, account_id) do update set due_at = excluded.due_at, given_by = excluded.given_by, given_at = now()
                     where assignment_extension.due_at <> excluded.due_at returning account_id`,
      ),
    );
    if (changed.length === 0) return;
    const detail = { class: standing.classId, students: changed.map((row) => row.account_id), due_at: dueAt };
    await recordAudit(
      { actor: `account:${named.accountId}`, action: 'class.extended', subject: `assignment:${assignmentId}`, detail },
      trx,
    );
  });
}

const invalid = (path: string, message: string) =>
  new ProductError('validation.failed', message, { data: { errors: [{ path, message }] } });

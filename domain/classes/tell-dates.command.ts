import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { addOptionalMails } from '#domain/mail/add-optional-mail.command.ts';
import { notifyInClass } from './notify-in-class.command.ts';
import { ASSIGNMENTS, IS_FOR, STANDING, TIME_ZONE } from './standing.queries.ts';

interface StudentDate {
  readonly account_id: string;
  readonly class_id: string;
  readonly title: string;
  readonly due_at: Date | null;
  readonly time_zone: string | null;
}

/** Returns the due date of an assignment for each of its students who have not completed it. */
const datesOf = (trx: Knex.Transaction, assignmentId: string): Promise<StudentDate[]> =>
  rowsOf<StudentDate>(
    trx,
    sql`select cm.account_id, c.id as class_id, coalesce(source.title, a.title) as title, done.due_at, ${TIME_ZONE} as time_zone
          from ${ASSIGNMENTS} join classroom_member cm on ${IS_FOR} ${STANDING} where a.id = ${assignmentId} and done.at is null`,
  );

/**
 * Runs a change of an assignment, and notifies every student whose due date it moves, in the product and by mail, whether the general date
 * or an extension has changed. Students to whom it is assigned only now are notified elsewhere.
 */
export async function tellDates<T>(trx: Knex.Transaction, assignmentId: string, change: () => Promise<T>): Promise<T> {
  const before = new Map((await datesOf(trx, assignmentId)).map((row) => [row.account_id, row.due_at]));
  const done = await change();
  const moved = (await datesOf(trx, assignmentId)).filter(
    ({ account_id: id, due_at: due }) => before.has(id) && before.get(id)?.getTime() !== due?.getTime(),
  );
  const [first] = moved;
  if (!first) return done;
  // unique, because a date may change back to one already notified
  const cause = `class.date:${assignmentId}:${uuidv7()}`;
  await notifyInClass(
    trx,
    moved.map(({ account_id: id }) => id),
    { classId: first.class_id, kind: 'class.date', cause, subject: first.title },
  );
  await addOptionalMails(
    trx,
    moved.map(({ account_id: accountId, class_id, title, due_at, time_zone }) => ({
      kind: 'assignment-date' as const,
      cause: `${cause}:${accountId}`,
      accountId,
      data: (first_name: string) => ({
        first_name,
        title,
        due_at: due_at?.toISOString() ?? null,
        was_due_at: before.get(accountId)?.toISOString() ?? null,
        time_zone,
        link: `/classes/${class_id}`,
      }),
    })),
  );
  return done;
}

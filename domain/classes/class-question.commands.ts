import type { Knex } from 'knex';
import { rolesThatMay } from '#contract/organisations/roles.ts';
import { refuseAbuse } from '#domain/moderation/refuse-abuse.command.ts';
import { actTime } from '#domain/platform/acts/act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { notifyInClass } from './notify-in-class.command.ts';
import { ASSIGNMENTS, IS_FOR } from './standing.queries.ts';
import { managedClass, type InClass } from './class.queries.ts';

/**
 * Asks the teachers of a class about one of the caller's assignments, and notifies them; only they can read the question. Repeating the id
 * changes nothing.
 * @throws ProductError not_found; class.archived; chat.refused, safety.suspended
 */
export async function askTeacher({
  accountId,
  assignmentId,
  questionId,
  text,
}: {
  readonly accountId: string;
  readonly assignmentId: string;
  readonly questionId: string;
  readonly text: string;
}): Promise<void> {
  if (!isUuid(assignmentId)) throw notFound('assignment');
  await transact(async (trx) => {
    const [assignment] = await rowsOf<{ classroom_id: string; title: string; archived: boolean }>(
      trx,
      sql`select a.classroom_id, coalesce(source.title, a.title) as title, c.archived_at is not null as archived
            from ${ASSIGNMENTS} join classroom_member cm on ${IS_FOR} where a.id = ${assignmentId} and cm.account_id = ${accountId}`,
    );
    if (!assignment) throw notFound('assignment');
    if (assignment.archived) throw new ProductError('class.archived');
    await refuseAbuse(trx, { accountId, text });
    const added = await trx('class_question')
      .insert({ id: questionId, assignment_id: assignmentId, account_id: accountId, text, created_at: actTime() })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (added.length === 0) return;
    const readers = await readersOf(trx, assignment.classroom_id);
    const { classroom_id: classId, title: subject } = assignment;
    await notifyInClass(trx, readers, { classId, kind: 'class.question', cause: `class.question:${questionId}`, subject });
  });
}

/** Returns the recipients of a question: the teachers of the class, or if it has none, the administrator who created it. */
async function readersOf(trx: Knex.Transaction, classId: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    trx,
    sql`with teacher as (select account_id as id from classroom_member where classroom_id = ${classId} and role = 'teacher')
        select id from teacher
         union all
        select m.account_id from classroom c join organisation_member m on m.account_id = c.created_by and m.organisation_id = c.organisation_id
         where c.id = ${classId} and m.role = any(${rolesThatMay('oversee_classes')}::text[]) and not exists (select from teacher)`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Answers a question of a student, or changes the answer; the student is notified once. @throws ProductError not_found, class.not_teacher;
 * chat.refused, safety.suspended
 */
export async function answerClassQuestion({
  questionId,
  answer,
  ...named
}: InClass & { readonly questionId: string; readonly answer: string }): Promise<void> {
  await transact(async (trx) => {
    const { classId } = await managedClass(named, trx);
    const [question] = isUuid(questionId)
      ? await rowsOf<{ account_id: string; title: string }>(
          trx,
          sql`select q.account_id, coalesce(source.title, a.title) as title from ${ASSIGNMENTS} join class_question q on q.assignment_id = a.id
               where q.id = ${questionId} and a.classroom_id = ${classId}`,
        )
      : [];
    if (!question) throw notFound('question');
    await refuseAbuse(trx, { accountId: named.accountId, text: answer });
    await trx('class_question').where({ id: questionId }).update({ answer, answered_by: named.accountId, answered_at: trx.fn.now() });
    await notifyInClass(trx, [question.account_id], {
      classId,
      kind: 'class.answer',
      cause: `class.answer:${questionId}`,
      subject: question.title,
    });
  });
}

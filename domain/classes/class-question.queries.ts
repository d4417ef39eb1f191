import type { ClassQuestion } from '#contract/classes/class-questions.contract.ts';
import { database } from '#domain/platform/database.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { ASSIGNMENTS } from './standing.queries.ts';
import { standingIn, type InClass } from './class.queries.ts';

const MOST = 100;

type Row = Omit<ClassQuestion, 'created_at'> & { readonly created_at: Date; readonly open: number };

/**
 * Lists questions about a class's assignments, unanswered ones first: all of them for those who manage the class, only their own for
 * students.
 * @throws ProductError not_found
 */
export async function listClassQuestions(named: InClass): Promise<{ questions: ClassQuestion[]; open: number }> {
  const { classId, role } = await standingIn(named);
  const rows = await rowsOf<Row>(
    database(),
    sql`select q.id as question_id, q.assignment_id, coalesce(source.title, a.title) as title, q.text, trim(by.first_name || ' ' || by.last_name) as by,
               q.account_id = ${named.accountId} as is_own, q.answer, trim(teacher.first_name || ' ' || teacher.last_name) as answered_by, q.created_at,
               count(*) filter (where q.answer is null) over ()::int as open
          from ${ASSIGNMENTS} join class_question q on q.assignment_id = a.id join account by on by.id = q.account_id
          left join account teacher on teacher.id = q.answered_by
         where a.classroom_id = ${classId} ${role === 'student' ? sql`and q.account_id = ${named.accountId}` : empty}
         order by q.answer is not null, case when q.answer is null then q.created_at end, q.created_at desc, q.id limit ${MOST}`,
  );
  return {
    questions: rows.map(({ open: _open, created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })),
    open: rows[0]?.open ?? 0,
  };
}

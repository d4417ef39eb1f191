import type { Knex } from 'knex';
import { transact } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { addOptionalMail, addOptionalMails } from '#domain/mail/add-optional-mail.command.ts';
import { notifyInClass } from './notify-in-class.command.ts';
import { ASSIGNMENTS, IS_FOR, STANDING, TIME_ZONE } from './standing.queries.ts';

/** How long before a due date its students are reminded. */
const BEFORE_HOURS = 48;
/** Maximum number of students reminded per tick, and per transaction; the next tick continues. */
const AT_MOST = 2_000;
const AT_ONCE = 100;

interface Due {
  readonly assignment_id: string;
  readonly account_id: string;
  readonly class_id: string;
  readonly title: string;
  readonly due_at: Date;
  readonly time_zone: string | null;
}

/**
 * Reminds students, in the product and by mail, of assignments that are due within two days, can be opened and are not completed; once per
 * date, by a unique row. Only in organisations whose year is paid. Every worker may call it at any time.
 * @returns number of reminders
 */
export async function remindClasses(): Promise<number> {
  let reminded = 0;
  while (reminded < AT_MOST) {
    const count = await transact(remindSome);
    reminded += count;
    if (count < AT_ONCE) break;
  }
  return reminded;
}

const soon = (at: Sql): Sql => sql`${at} between now() and now() + make_interval(hours => ${BEFORE_HOURS})`;

async function remindSome(trx: Knex.Transaction): Promise<number> {
  const due = await rowsOf<Due>(
    trx,
    sql`with due as (
          select a.id as assignment_id, cm.account_id, c.id as class_id, coalesce(source.title, a.title) as title, done.due_at, ${TIME_ZONE} as time_zone
            from ${ASSIGNMENTS} join classroom_member cm on ${IS_FOR}
            join organisation o on o.id = c.organisation_id and o.ends_at > now()
            join account on account.id = cm.account_id and account.deleted_at is null and account.suspended_at is null
            ${STANDING}
           where a.id in (select id from assignment where ${soon(sql`due_at`)} union select assignment_id from assignment_extension where ${soon(sql`due_at`)})
             and ${soon(sql`done.due_at`)} and c.archived_at is null and done.at is null
             and (source.id is not null or copy.course_id is not null)
             and not exists (select from assignment_reminder r where r.assignment_id = a.id and r.account_id = cm.account_id and r.due_at = done.due_at)
           limit ${AT_ONCE}),
        noted as (
          insert into assignment_reminder (assignment_id, account_id, due_at) select assignment_id, account_id, due_at from due
              on conflict do nothing returning assignment_id, account_id)
        select due.* from due join noted using (assignment_id, account_id)`,
  );
  for (const { assignment_id, account_id: accountId, class_id, title, due_at } of due) {
    const cause = `class.due:${assignment_id}:${due_at.toISOString()}`;
    await notifyInClass(trx, [accountId], { classId: class_id, kind: 'class.due', cause, subject: title });
  }
  await addOptionalMails(
    trx,
    due.map(({ assignment_id, account_id: accountId, class_id, title, due_at, time_zone }) => ({
      kind: 'assignment-due' as const,
      cause: `class.due:${assignment_id}:${due_at.toISOString()}:${accountId}`,
      accountId,
      data: (first_name: string) => ({ first_name, title, due_at: due_at.toISOString(), time_zone, link: `/classes/${class_id}` }),
    })),
  );
  return due.length;
}

interface Week {
  readonly id: string;
  readonly name: string;
  readonly week: string;
  readonly completed: number;
  readonly active: number;
  readonly students: number;
  readonly overdue: number;
  readonly questions: number;
}

/**
 * Mails the teachers of each class a summary of the past week, once per week and class. Every worker may call it at any time.
 * @returns number of classes
 */
export async function mailClassWeeks(): Promise<number> {
  let mailed = 0;
  while (await transact(mailOne)) mailed += 1;
  return mailed;
}

async function mailOne(trx: Knex.Transaction): Promise<boolean> {
  const [due] = await rowsOf<Week>(
    trx,
    sql`with week as (select date_trunc('week', now() at time zone 'UTC')::date as monday),
        chosen as (
          insert into class_week (classroom_id, week)
          select c.id, week.monday from week, classroom c join organisation o on o.id = c.organisation_id and o.ends_at > now()
           where c.archived_at is null and c.weekly_mail and c.created_at < week.monday
             and not exists (select from class_week done where done.classroom_id = c.id and done.week = week.monday)
           limit 1 on conflict do nothing returning classroom_id, week)
        select c.id, c.name, chosen.week::text, f.* ,
               (select count(*)::int from classroom_member s where s.classroom_id = c.id and s.role = 'student') as students,
               (select count(*)::int from class_question q join assignment a on a.id = q.assignment_id where a.classroom_id = c.id and q.answer is null) as questions
          from chosen join classroom c on c.id = chosen.classroom_id
          cross join lateral (select (chosen.week - 7)::timestamp at time zone 'UTC' as starts, chosen.week::timestamp at time zone 'UTC' as ends) span
          cross join lateral (
            select count(done.at) filter (where done.at >= starts and done.at < ends)::int as completed,
                   count(*) filter (where done.at is null and done.due_at < ends)::int as overdue,
                   count(distinct cm.account_id) filter (where exists (
                     select from lesson_completion l where l.account_id = copy.account_id and l.course_id = copy.course_id
                        and l.completed_at >= starts and l.completed_at < ends))::int as active
              from assignment a join classroom_member cm on ${IS_FOR} ${STANDING}
             where a.classroom_id = c.id) f`,
  );
  if (!due) return false;
  const { id, name, week, ...figures } = due;
  const teachers = await trx('classroom_member').where({ classroom_id: id, role: 'teacher' }).pluck('account_id');
  for (const accountId of teachers)
    await addOptionalMail(trx, {
      kind: 'class-week',
      cause: `class.week:${id}:${week}:${accountId}`,
      accountId,
      data: (first_name) => ({ first_name, what: name, ...figures, link: `/classes/${id}` }),
    });
  return true;
}

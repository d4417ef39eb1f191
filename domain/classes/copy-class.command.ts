import { ENTERED_YEARS } from '#contract/platform/bounded.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { makeClass } from './class.commands.ts';
import { managedClass, type InClass } from './class.queries.ts';
import { ASSIGNMENTS, TIME_ZONE } from './standing.queries.ts';

/** SQL condition: a computed time is one that somebody could have entered. */
const isInEnteredYears = (at: Sql): Sql => sql`extract(year from ${at}) between ${ENTERED_YEARS.first}::int and ${ENTERED_YEARS.last}::int`;

interface Copy extends InClass {
  readonly newClassId: string;
  readonly name: string;
  readonly starts_on?: string | null | undefined;
  readonly ends_on?: string | null | undefined;
  /** Number of days by which dates move; default: the time between the first days of both terms. */
  readonly days?: number | undefined;
}

/**
 * Makes a class for the next term from one that the caller manages, with its settings and assignments, but without people. Dates keep their
 * time of day. Assignments for only some students are left out, as are courses that are gone or whose creator has left the organisation.
 * Repeating the new id changes nothing.
 * @returns number of assignments left out; null when the copy already existed
 * @throws ProductError not_found, class.not_teacher, organisation.ended, organisation.not_allowed, class.too_many; validation.failed when
 * it is unknown by how many days dates move
 */
export async function copyClass({ accountId, classId, newClassId, name, starts_on, ends_on, days }: Copy): Promise<number | null> {
  return transact(async (trx) => {
    const from = await managedClass({ accountId, classId }, trx);
    const isNew = await makeClass(trx, { accountId, classId: newClassId, name, starts_on, ends_on });
    if (!isNew) return null;
    const [copied] = await rowsOf<{ moved: number | null; has_dates: boolean }>(
      trx,
      sql`update classroom made set late_work = before.late_work, late_by = before.late_by, weekly_mail = before.weekly_mail, tokens_each = before.tokens_each,
                 tokens_all = before.tokens_all, time_zone = coalesce(before.time_zone, made.time_zone)
            from classroom before where made.id = ${newClassId} and before.id = ${from.classId}
          returning made.starts_on - before.starts_on as moved,
                    exists (select from assignment where classroom_id = ${from.classId} and for_all and due_at is not null) as has_dates`,
    );
    const by = days ?? copied!.moved ?? (copied!.has_dates ? null : 0);
    if (by === null)
      throw new ProductError('validation.failed', 'One of the terms has no start date. Enter the number of days to move the dates by.', {
        data: { errors: [{ path: 'days', message: 'Is needed where a term has no first day.' }] },
      });
    // a copy can be copied again
    const [late] = await rowsOf<{ n: number }>(
      trx,
      sql`select count(*)::int as n from assignment
           where classroom_id = ${from.classId} and for_all and due_at is not null
             and not ${isInEnteredYears(sql`(due_at at time zone 'UTC' + make_interval(days => ${by}::int))`)}`,
    );
    if (late!.n > 0)
      throw new ProductError('validation.failed', 'The due dates would leave the calendar.', {
        data: { errors: [fieldProblem('days', toSentence('Due dates are in the years {first} to {last}.', { ...ENTERED_YEARS }))] },
      });
    // in the time zone where the days end, so that 23:59 stays 23:59 across a clock change
    const [counts] = await rowsOf<{ copied: number; all: number }>(
      trx,
      sql`with original as (
            select distinct on (coalesce(source.id, a.run_id)) a.*, coalesce(source.title, a.title) as shown_title, source.id as source_id, coalesce(${TIME_ZONE}, 'UTC') as zone
              from ${ASSIGNMENTS} left join run on run.id = a.run_id
             where a.classroom_id = ${from.classId} and a.for_all and (source.id is not null or run.status in ('queued', 'running'))
               and exists (select from organisation_member m where m.organisation_id = ${from.organisationId} and m.account_id = coalesce(source.account_id, run.account_id))
             order by coalesce(source.id, a.run_id), a.created_at),
          made as (
            insert into assignment (id, classroom_id, course_id, run_id, title, note, due_at, late_work, assigned_by, created_at)
            select gen_random_uuid(), ${newClassId}, source_id, case when source_id is null then run_id end, shown_title, note,
                   ((due_at at time zone zone) + make_interval(days => ${by}::int)) at time zone zone, late_work, assigned_by,
                   now() + row_number() over (order by created_at, id) * interval '1 microsecond'
              from original returning 1)
          select (select count(*)::int from made) as copied, (select count(*)::int from assignment where classroom_id = ${from.classId}) as all`,
    );
    const detail = { from: from.classId, assignments: counts!.copied, days: by };
    await recordAudit({ actor: `account:${accountId}`, action: 'class.copied', subject: `class:${newClassId}`, detail }, trx);
    return counts!.all - counts!.copied;
  });
}

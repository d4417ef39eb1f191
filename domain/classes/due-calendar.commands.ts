import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { PRODUCT } from '#contract/product.ts';
import { lockForKey, opensToOthers } from '#domain/identity/accounts/account.queries.ts';
import { calendarText } from '#domain/platform/calendar-text.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { idOfSigned, signedId } from '#domain/platform/links/signed-id.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { ASSIGNMENTS, IS_FOR, STANDING } from './standing.queries.ts';

/** Days for which a calendar keeps past and cancelled due dates. */
const DAYS_BACK = 60;
/** Maximum due dates in a calendar: more than a school year has. */
const MOST = 400;

/** Returns the address of a calendar, which is impossible to guess and opens for everyone who has it. */
export const dueCalendarUrlOf = (calendarId: string): string =>
  `${config().publicOrigin}/api/due-calendars/${signedId('due-calendar', calendarId)}`;

/**
 * Returns the address of an account's due-date calendar, which stays the same until it is revoked.
 * @throws ProductError auth.address_unproven
 */
export async function openDueCalendar({
  accountId,
  sessionId,
}: {
  readonly accountId: string;
  readonly sessionId: string;
}): Promise<string> {
  return transact(async (trx) => {
    await lockForKey(trx, { accountId, sessionId });
    await trx('due_calendar').insert({ id: randomUUID(), account_id: accountId }).onConflict('account_id').ignore();
    const row = await trx('due_calendar').where({ account_id: accountId }).first('id');
    return dueCalendarUrlOf(row!.id);
  });
}

/** Revokes the address at once, in the caller's transaction if there is one. @returns number of addresses revoked */
export const revokeDueCalendar = async (accountId: string, trx: Knex = database()): Promise<number> =>
  trx('due_calendar').where({ account_id: accountId }).delete();

interface Entry {
  readonly assignment_id: string;
  readonly title: string;
  readonly class_name: string;
  readonly due_at: Date;
  readonly sequence: number;
  readonly changed_at: Date;
  readonly cancelled_at: Date | null;
}

/**
 * Returns the due dates of a calendar's owner as iCalendar. Dates that the calendar has had before and that no longer apply, for whatever
 * reason, are returned as cancelled.
 * @throws ProductError not_found for an address that is not ours or was revoked, and while its owner's account is closed
 */
export async function readDueCalendar(token: string): Promise<string> {
  const id = idOfSigned('due-calendar', token);
  const entries = id === null ? null : await transact((trx) => tell(trx, id));
  if (entries === null) throw notFound('calendar');
  return calendarText({
    part: 'Due',
    method: 'PUBLISH',
    name: PRODUCT,
    events: entries.map((entry) => ({
      id: entry.assignment_id,
      sequence: entry.sequence,
      changedAt: entry.changed_at,
      startsAt: entry.due_at,
      endsAt: null,
      isCancelled: entry.cancelled_at !== null,
      title: entry.title,
      description: entry.class_name,
      link: '/classes',
      more: ['TRANSP:TRANSPARENT'],
    })),
  });
}

/** Updates the entries of a calendar, and returns them. @returns null when the calendar does not exist or may not be read */
async function tell(trx: Knex.Transaction, calendarId: string): Promise<Entry[] | null> {
  const [calendar] = await rowsOf<{ account_id: string }>(
    trx,
    sql`select calendar.account_id from due_calendar calendar join account owner on owner.id = calendar.account_id
         where calendar.id = ${calendarId} and ${opensToOthers(sql`owner`)} for no key update of calendar`,
  );
  if (!calendar) return null;
  await rowsOf(
    trx,
    sql`with due as (
          select a.id, coalesce(source.title, a.title) as title, c.name as class_name, done.due_at
            from ${ASSIGNMENTS} join classroom_member cm on ${IS_FOR} ${STANDING}
           where cm.account_id = ${calendar.account_id} and c.archived_at is null and done.due_at > now() - make_interval(days => ${DAYS_BACK})
           order by done.due_at limit ${MOST}),
        gone as (
          update due_calendar_entry told set cancelled_at = now(), changed_at = now(), sequence = sequence + 1
           where calendar_id = ${calendarId} and cancelled_at is null and due_at > now() - make_interval(days => ${DAYS_BACK})
             and not exists (select from due where due.id = told.assignment_id)),
        past as (
          delete from due_calendar_entry where calendar_id = ${calendarId} and coalesce(cancelled_at, due_at) <= now() - make_interval(days => ${DAYS_BACK}))
        insert into due_calendar_entry as told (calendar_id, assignment_id, title, class_name, due_at)
        select ${calendarId}, id, title, class_name, due_at from due
            on conflict (calendar_id, assignment_id) do update set title = excluded.title, class_name = excluded.class_name, due_at = excluded.due_at,
               cancelled_at = null, changed_at = now(), sequence = told.sequence + 1
             where told.cancelled_at is not null or (told.title, told.class_name, told.due_at) is distinct from (excluded.title, excluded.class_name, excluded.due_at)`,
  );
  return trx('due_calendar_entry').where({ calendar_id: calendarId }).orderBy('due_at');
}

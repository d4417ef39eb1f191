import type { Knex } from 'knex';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { reminderTimeOf } from './settings.queries.ts';
import type { UserSettings } from './user-settings.model.ts';

export type DueReminder = Pick<UserSettings, 'account_id' | 'time_zone' | 'quiet_from' | 'quiet_until'> & { readonly due_at: Date };

/**
 * Takes the next due reminder, locked until the end of the transaction, and sets the learner's next one for another day, so that several
 * processes never take the same.
 * @returns undefined when none is due
 */
export async function takeDueReminder(trx: Knex.Transaction, now: Date): Promise<DueReminder | undefined> {
  const [due] = await rowsOf<DueReminder>(
    trx,
    sql`with due as (
          select * from user_settings where notify_course_reminders and next_reminder_at <= ${now}
           order by next_reminder_at limit 1 for update skip locked)
        update user_settings s set next_reminder_at = next_reminder(${now}, s.time_zone, s.quiet_from, s.quiet_until, ${reminderTimeOf(sql`s`)})
          from due where s.account_id = due.account_id
        returning due.account_id, due.time_zone, due.quiet_from, due.quiet_until, due.next_reminder_at as due_at`,
  );
  return due;
}

import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { isRemindedByPush } from '#domain/notifications/push/push.commands.ts';
import { isDatabaseUnavailable, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { countDue } from '#domain/practice/practice.queries.ts';
import { listContinue } from '#domain/progress/progress.queries.ts';
import { takeDueReminder } from '#domain/settings/take-due-reminder.command.ts';
import { addOptionalMail } from '#domain/mail/add-optional-mail.command.ts';

/** Maximum number of learners per tick, each in a transaction of its own; the next tick continues. */
const AT_MOST = 500;
/** A reminder delayed by more than this, because no worker ran, is skipped: at night it would be useless. */
const LATE_AFTER_HOURS = 6;

interface Due {
  readonly account_id: string;
  /** The learner's date, `2026-11-21`. */
  readonly day: string;
  /** Whether to send it: in time, outside quiet hours, nothing learned today yet, and the account is in use. */
  readonly is_wanted: boolean;
}

/**
 * Reminds every learner who wants it, at their time, of the course they read last, or else of due questions and cards: in a browser that gets
 * reminders, else by email. Once a day in their own time zone, by a row that is unique for the day, and only on days on which they have not
 * learned yet. A failed reminder is left out for that day and does not delay others. Every worker may call it at any time.
 * @returns number of reminders
 */
export async function remindLearners(now = new Date()): Promise<number> {
  let reminded = 0;
  for (let n = 0; n < AT_MOST; n += 1) {
    const outcome = await transact((trx) => remindOne(trx, now));
    if (outcome === 'nobody') break;
    if (outcome === 'reminded') reminded += 1;
  }
  return reminded;
}

async function remindOne(trx: Knex.Transaction, now: Date): Promise<'nobody' | 'reminded' | 'left out'> {
  const taken = await takeDueReminder(trx, now);
  if (!taken) return 'nobody';
  const { account_id: accountId, time_zone: zone, due_at: dueAt, quiet_from: from, quiet_until: until } = taken;
  const [due] = await rowsOf<Due>(
    trx,
    sql`select a.id as account_id, (${now}::timestamptz at time zone ${zone})::date::text as day,
               ${dueAt}::timestamptz > ${now}::timestamptz - ${LATE_AFTER_HOURS} * interval '1 hour'
                 and quiet_end(${now}, ${zone}, ${from}, ${until}) is null
                 and a.deleted_at is null and a.deletion_due_at is null and a.suspended_at is null
                 and not exists (select from activity_minute m where m.account_id = a.id and m.at >= today.began)
                 and not exists (select from lesson_completion l where l.account_id = a.id and l.completed_at >= today.began)
                 and not exists (select from question_answer q where q.account_id = a.id and q.answered_at >= today.began)
                 and not exists (select from flash_card_rating r where r.account_id = a.id and r.rated_at >= today.began
                                    and r.undone_at is null) as is_wanted
          from account a, lateral (select (${now}::timestamptz at time zone ${zone})::date::timestamp at time zone ${zone} as began) today
         where a.id = ${accountId}`,
  );
  if (!due?.is_wanted) return 'left out';
  try {
    // a savepoint, because a failure must not undo the learner's next time
    return (await trx.transaction((notifying) => notify(notifying, due, now))) ? 'reminded' : 'left out';
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    logger().error({ err: error, account_id: due.account_id }, 'reminders: a learner could not be reminded today');
    return 'left out';
  }
}

/** Sends a reminder. @returns false when there is nothing to continue, or one was sent today */
async function notify(trx: Knex.Transaction, { account_id: accountId, day }: Due, now: Date): Promise<boolean> {
  const [[course], reviews] = await Promise.all([listContinue(accountId), countDue(accountId, now)]);
  if (!course && reviews === 0) return false;
  const cause = `reminder:${day}`;
  const isNew = await addNotification(trx, {
    accountId,
    cause,
    ...(course
      ? { kind: 'reminder.course' as const, subject: course.title, courseId: course.course_id }
      : { kind: 'reminder.review' as const, subject: String(reviews) }),
  });
  if (!isNew) return false;
  if (await isRemindedByPush(trx, accountId)) return true;
  await addOptionalMail(trx, {
    kind: 'course-reminder',
    cause: `${cause}:${accountId}`,
    accountId,
    data: (first_name) => ({
      first_name,
      title: course?.title ?? null,
      lesson: course?.lesson.title ?? null,
      day: course?.day ?? null,
      reviews,
      link: '/dashboard',
    }),
  });
  return true;
}

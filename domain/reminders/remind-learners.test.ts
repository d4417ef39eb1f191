import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { lessonsOf, type CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { addNotification, readNotifications } from '#domain/notifications/notification.commands.ts';
import { listNotifications } from '#domain/notifications/notification.queries.ts';
import { givenPerson } from '#domain/organisations/organisation.factory.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { addOptionalMail } from '#domain/mail/add-optional-mail.command.ts';
import { countDue } from '#domain/practice/practice.queries.ts';
import { saveSettings, takeReminderQuestion } from '#domain/settings/save-settings.command.ts';
import { poison } from '#domain/testing/poison.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { remindLearners } from './remind-learners.command.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/a learner could not be reminded today/);

const db = useTestDatabase();
const HOUR_MS = 3_600_000;
let id: string;

beforeEach(async () => {
  setConfig({ ...config(), mail: { smtpUrl: 'smtp://u:p@127.0.0.1:1', from: 'Us <us@example.com>' } });
  await db.knex('user_settings').delete();
  ({ id } = await givenPerson());
});

const wants = (changes: Omit<Parameters<typeof saveSettings>[0]['changes'], 'notifications'> = {}) =>
  saveSettings({ accountId: id, changes: { notifications: { course_reminders: true }, ...changes } });
const nextAt = async (): Promise<Date> => (await db.knex('user_settings').where({ account_id: id }).first())!.next_reminder_at!;
const told = () => db.knex('notification').where({ account_id: id }).orderBy('id');
const mails = () => db.knex('outgoing_mail').where({ account_id: id });
/** Creates a course that was read some time ago, so that there is something to continue. */
async function givenReading(document: Partial<CourseContent> = {}): Promise<string> {
  const courseId = await givenCourse(id, { document });
  const { content } = (await db.knex('course_version').where({ course_id: courseId }).first())!;
  const { lesson_id } = lessonsOf(content)[0]!;
  await db.knex('reading_place').insert({ account_id: id, course_id: courseId, lesson_id });
  return courseId;
}
const hourIn = (zone: string, at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);

describe('a course reminder', () => {
  it('comes at six in the evening of the learner’s time zone, once a day, with any number of workers', async () => {
    const courseId = await givenReading();
    await wants({ time_zone: 'Pacific/Auckland' });
    const due = await nextAt();
    expect(hourIn('Pacific/Auckland', due)).toBe('18:00');
    expect(await remindLearners(new Date(due.getTime() - 1))).toBe(0);
    const counts = await Promise.all(Array.from({ length: 6 }, () => remindLearners(due)));
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(await told()).toMatchObject([{ kind: 'reminder.course', course_id: courseId }]);
    expect(await mails()).toMatchObject([{ kind: 'course-reminder', state: 'waiting' }]);
    expect((await nextAt()).getTime() - due.getTime()).toBeGreaterThan(22 * HOUR_MS);
    // the same day again, as after a change of the time zone
    await db.knex('user_settings').update({ next_reminder_at: due });
    expect(await remindLearners(due)).toBe(0);
    expect(await remindLearners(await nextAt())).toBe(1);
    expect(await told()).toHaveLength(2);
  });

  it('says which day of the course’s pace is next, and what is left of it', async () => {
    const pace = { unit: 'week', units: 6, minutes: { reading: 10, practice: 30, tasks: 27, review: 11 } } as const;
    await givenReading({ plan: { thread: null, terms: [], conventions: [], final_task: null, lessons: [], pace } });
    await wants();
    expect(await remindLearners(await nextAt())).toBe(1);
    const [mail] = await mails();
    const { day } = mail!.data as { day: unknown };
    expect(day).toEqual({ unit: 'week', number: 1, of: 6, left: 1 });
  });

  it('skips users who have learned that day, have nothing to continue, are inactive, or opted out', async () => {
    await wants();
    const due = await nextAt();
    expect(await remindLearners(due)).toBe(0);
    const courseId = await givenReading();
    await db.knex('activity_minute').insert({ account_id: id, course_id: courseId, at: new Date(due.setUTCSeconds(0, 0) - HOUR_MS) });
    expect(await remindLearners(await nextAt().then(() => due))).toBe(0);
    const next = await nextAt();
    await db.knex('account').where({ id }).update({ suspended_at: new Date() });
    expect(await remindLearners(next)).toBe(0);
    await db.knex('account').where({ id }).update({ suspended_at: null });
    await saveSettings({ accountId: id, changes: { notifications: { course_reminders: false } } });
    expect(await remindLearners(new Date(next.getTime() + 48 * HOUR_MS))).toBe(0);
    expect(await told()).toEqual([]);
  });

  it('that fails is left out for the day and does not delay the others', async () => {
    await givenReading();
    await wants();
    const unlucky = id;
    ({ id } = await givenPerson());
    await givenReading();
    await wants();
    const due = await nextAt();
    await db
      .knex('user_settings')
      .where({ account_id: unlucky })
      .update({ next_reminder_at: new Date(due.getTime() - 1) });
    const heal = await poison(db.knex, 'notification', `new.account_id = '${unlucky}'`);
    expect(await remindLearners(due)).toBe(1);
    await heal();
    expect(await told()).toMatchObject([{ kind: 'reminder.course' }]);
    expect(await remindLearners(due)).toBe(0);
  });

  it('mentions questions to review if no course is open, and is left out when it is late', async () => {
    const courseId = await givenCourse(id);
    const card = { account_id: id, course_id: courseId, lesson_id: courseId, question_id: 'q1', card: '{}', due_at: new Date(0) };
    await db.knex('review_card').insert(card);
    await wants();
    const due = await nextAt();
    expect(await remindLearners(new Date(due.getTime() + 7 * HOUR_MS))).toBe(0);
    expect(await remindLearners(await nextAt())).toBe(1);
    expect(await told()).toMatchObject([{ kind: 'reminder.review', subject: '1' }]);
  });

  it('counts due cards like the review, even if no question is due', async () => {
    const cards = ['Queen', 'Drone'].map((front) => ({
      account_id: id,
      id: uuidv7(),
      guid: front,
      deck: 'Bees',
      front,
      back: 'A bee',
      due_at: new Date(0),
    }));
    await db.knex('flash_card').insert(cards);
    await wants();
    const due = await nextAt();
    expect(await remindLearners(due)).toBe(1);
    expect(await told()).toMatchObject([{ kind: 'reminder.review', subject: String(await countDue(id, due)) }]);
    expect(await countDue(id, due)).toBe(2);
  });
});

describe('the time of a reminder', () => {
  const wakeAt = async (zone: string, reminder_time: string, now: string) => {
    await wants({ time_zone: zone, reminder_time });
    await db.knex('user_settings').update({ next_reminder_at: new Date(now) });
    await remindLearners(new Date(now));
    return (await nextAt()).toISOString();
  };

  it('is the chosen one, on the account’s clock also after a change of the clocks', async () => {
    await givenReading();
    await wants({ time_zone: 'Europe/Berlin', reminder_time: '20:15' });
    expect(hourIn('Europe/Berlin', await nextAt())).toBe('20:15');
    // clocks go forward in the night before 29 March 2026, and back in that before 25 October
    expect(await wakeAt('Europe/Berlin', '20:15', '2026-03-28T19:15:00Z')).toBe('2026-03-29T18:15:00.000Z');
    expect(await wakeAt('Europe/Berlin', '20:15', '2026-10-24T18:15:00Z')).toBe('2026-10-25T19:15:00.000Z');
    // a time that a night does not have is the one after the change
    expect(await wakeAt('Europe/Berlin', '02:30', '2026-03-28T01:30:00Z')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('is the end of the quiet hours that contain it', async () => {
    await givenReading();
    await wants({ reminder_time: '23:00', quiet_hours: { from: '22:00', until: '07:00' } });
    expect(hourIn('UTC', await nextAt())).toBe('07:00');
  });
});

describe('a reminder of a day on which one has already learned', () => {
  const card = () => ({ account_id: id, id: uuidv7(), guid: uuidv7(), deck: 'Bees', front: 'Queen', back: 'A bee', due_at: new Date(0) });

  it('is not sent after a question or a card was reviewed, but after a rating that was undone', async () => {
    const courseId = await givenReading();
    await wants();
    const due = await nextAt();
    const before = new Date(due.getTime() - HOUR_MS);
    const at = async () => {
      await db.knex('user_settings').update({ next_reminder_at: due });
      return remindLearners(due);
    };
    const answer = { account_id: id, course_id: courseId, lesson_id: courseId, question_id: 'q1', is_right: true, chosen_ids: [] };
    await db.knex('question_answer').insert({ ...answer, id: uuidv7(), answered_at: before });
    expect(await at()).toBe(0);
    await db.knex('question_answer').delete();
    const own = card();
    await db.knex('flash_card').insert(own);
    await db.knex('flash_card_rating').insert({ account_id: id, id: uuidv7(), card_id: own.id, rating: 'good', rated_at: before });
    expect(await at()).toBe(0);
    await db.knex('flash_card_rating').update({ undone_at: before });
    expect(await at()).toBe(1);
  });
});

describe('the way of a reminder', () => {
  /** Creates a browser of the account. */
  const givenBrowser = async (wants_reminders: boolean) => {
    const { sessionId } = await openSession(id, 'Firefox');
    const keys = { p256dh: 'p256dh-key-0123456789', auth: 'auth-key-0123456789' };
    const browser = {
      id: uuidv7(),
      account_id: id,
      session_id: sessionId,
      endpoint: `https://push.example.com/${id}`,
      user_agent: '',
      ...keys,
    };
    await db.knex('push_subscription').insert({ ...browser, wants_reminders });
  };

  it('is the browser that wants it, and then no email', async () => {
    await givenReading();
    await givenBrowser(true);
    await wants();
    expect(await remindLearners(await nextAt())).toBe(1);
    expect(await db.knex('push_delivery').join('notification', 'id', 'notification_id').where({ account_id: id })).toHaveLength(1);
    expect(await mails()).toEqual([]);
  });

  it('is an email without such a browser, also after it was signed out', async () => {
    await givenReading();
    await givenBrowser(false);
    await wants();
    expect(await remindLearners(await nextAt())).toBe(1);
    expect(await mails()).toHaveLength(1);
    await db.knex('push_subscription').update({ wants_reminders: true });
    await db.knex('session').where({ account_id: id }).update({ revoked_at: new Date(), revoked_reason: 'signed_out' });
    expect(await remindLearners(await nextAt())).toBe(1);
    expect(await mails()).toHaveLength(2);
  });
});

describe('the question', () => {
  it('is asked once, of who has completed a lesson and has no reminders, however many ask at once', async () => {
    expect(await takeReminderQuestion(id)).toBe(false);
    const courseId = await givenReading();
    await db.knex('lesson_completion').insert({ account_id: id, course_id: courseId, lesson_id: courseId });
    const asked = await Promise.all(Array.from({ length: 6 }, () => takeReminderQuestion(id)));
    expect(asked.filter(Boolean)).toHaveLength(1);
    // a no is a no
    expect(await takeReminderQuestion(id)).toBe(false);
    expect(await db.knex('user_settings').where({ account_id: id }).first()).toMatchObject({ notify_course_reminders: false });
  });

  it('is not asked while reminders are on', async () => {
    const courseId = await givenReading();
    await db.knex('lesson_completion').insert({ account_id: id, course_id: courseId, lesson_id: courseId });
    await wants();
    expect(await takeReminderQuestion(id)).toBe(false);
  });
});

describe('quiet hours', () => {
  const clock = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString().slice(11, 16);
  const quietNow = () => ({ from: clock(-HOUR_MS), until: clock(HOUR_MS) });

  it('contain no reminder: it comes when they end', async () => {
    await givenReading();
    await wants({ quiet_hours: { from: '17:00', until: '21:30' } });
    const due = await nextAt();
    expect(hourIn('UTC', due)).toBe('21:30');
    // the worker is late, and the next quiet hours have begun
    await saveSettings({ accountId: id, changes: { quiet_hours: { from: '22:00', until: '07:00' } } });
    await db.knex('user_settings').update({ next_reminder_at: due });
    expect(await remindLearners(new Date(due.getTime() + HOUR_MS))).toBe(0);
    expect(hourIn('UTC', await nextAt())).toBe('18:00');
  });

  it('delay emails and notifications that can wait, and nothing else', async () => {
    await wants({ quiet_hours: quietNow() });
    const cause = () => randomBytes(6).toString('hex');
    await transact(async (trx) => {
      await addNotification(trx, { accountId: id, kind: 'market.message', cause: cause(), subject: 'Waits' });
      await addNotification(trx, { accountId: id, kind: 'payment.failed', cause: cause(), subject: 'Does not' });
      await addOptionalMail(trx, {
        kind: 'course-finished',
        cause: cause(),
        accountId: id,
        data: (first_name) => ({ first_name, title: 'Bees', lessons: 3, missing: 0, link: '/courses/1' }),
      });
    });
    expect(await listNotifications(id)).toMatchObject({ unread: 1, notifications: [{ subject: 'Does not' }] });
    await readNotifications({ accountId: id });
    const [mail] = await mails();
    expect(mail!.due_at.getTime() - Date.now()).toBeGreaterThan(HOUR_MS - 120_000);
    await db.knex('notification').whereNotNull('held_until').update({ held_until: new Date() });
    expect(await listNotifications(id)).toMatchObject({
      unread: 1,
      notifications: [{ subject: 'Does not' }, { subject: 'Waits', read: false }],
    });
  });
});

import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { PUSHED_KINDS, type PushedKind } from '#contract/notifications/notices.ts';
import type { PushMessage, PushState, PushWishes } from '#contract/notifications/push.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { speechFor } from '#domain/mail/mail.queries.ts';
import type { Speech } from '#domain/mail/words.ts';
import { isLiveSession } from '#domain/identity/sessions/session.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { announcing } from '#domain/platform/periodic/announcement.commands.ts';
import { handleDueRows, type FailedTry } from '#domain/platform/rows/handle-due-rows.ts';
import type { Busy } from '#domain/platform/rows/row-turns.ts';
import { unsubscribeToken } from '#domain/platform/links/unsubscribe-token.ts';
import { expression, sql, preparedRowsOf } from '#domain/platform/sql.ts';
import { canPushTo, vapidPublicKey, type PushTarget, PushFailure, pushTo } from '#domain/vendors/push/push.client.ts';

/** SQL condition on a row of `push_subscription`: the session that subscribed is live, and its account may still sign in that way. */
export const IS_SIGNED_IN = isLiveSession(sql`push_subscription.session_id`);

/** Maximum number of browsers per account; another one replaces the oldest. */
const MOST = 20;

/** Returns the push settings of one of the account's browsers. @param endpoint null when the browser has no subscription */
export async function readPushState(accountId: string, endpoint: string | null): Promise<PushState> {
  const row =
    endpoint === null
      ? undefined
      : await database()('push_subscription')
          .where({ account_id: accountId, endpoint })
          .where(expression(database(), IS_SIGNED_IN))
          .first('wants_runs', 'wants_replies', 'wants_reminders');
  return {
    public_key: vapidPublicKey(),
    subscription: row ? { runs: row.wants_runs, replies: row.wants_replies, reminders: row.wants_reminders } : null,
  };
}

/**
 * Subscribes a browser. It belongs to the last account that subscribed, because another user of the browser must not get the first one's
 * notifications.
 * @throws ProductError validation.failed for an invalid push endpoint
 */
export async function subscribePush(
  given: PushTarget & { accountId: string; sessionId: string; userAgent: string } & PushWishes,
): Promise<PushState> {
  const { accountId, sessionId, endpoint, p256dh, auth, userAgent, runs, replies, reminders } = given;
  if (!canPushTo(given)) {
    throw new ProductError('validation.failed', 'This browser does not support notifications.', {
      data: { errors: [{ path: 'endpoint', message: 'Must be one of a push service' }] },
    });
  }
  await transact(async (trx) => {
    await trx('account').where({ id: accountId }).forUpdate().first('id');
    await trx('push_subscription').where({ endpoint }).whereNot({ account_id: accountId }).delete();
    const wishes = { wants_runs: runs, wants_replies: replies, wants_reminders: reminders };
    const row = { account_id: accountId, session_id: sessionId, p256dh, auth, user_agent: userAgent.slice(0, 300), ...wishes };
    await trx('push_subscription')
      .insert({ id: uuidv7(), endpoint, ...row })
      .onConflict('endpoint')
      .merge(row);
    const newest = trx('push_subscription').where({ account_id: accountId }).orderBy('created_at', 'desc').limit(MOST).select('id');
    await trx('push_subscription').where({ account_id: accountId }).whereNotIn('id', newest).delete();
  });
  return readPushState(accountId, endpoint);
}

/** Tells whether some browser of an account gets its reminders, in the transaction that sends one. */
export async function isRemindedByPush(trx: Knex.Transaction, accountId: string): Promise<boolean> {
  const row = await trx('push_subscription')
    .where({ account_id: accountId, wants_reminders: true })
    .where(expression(trx, IS_SIGNED_IN))
    .first('id');
  return row !== undefined;
}

/** Unsubscribes a browser. */
export async function unsubscribePush(accountId: string, endpoint: string): Promise<PushState> {
  await database()('push_subscription').where({ account_id: accountId, endpoint }).delete();
  return readPushState(accountId, endpoint);
}

/** Longer than a push service may take to answer. */
const LEASE_S = 60;
const WITHIN_MS = 5_000;
/** Pauses of 10 s, 30 s, 90 s …: the last try is about twenty minutes after the first. */
const RETRIES = { most: 6, firstPauseS: 10, longestPauseS: 3_600 };
const AT_ONCE = 8;
/** Maximum per call, so that a stopping worker finishes soon. */
const MOST_IN_A_ROW = 100;

/** The data of a notification. */
interface Pushed {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly task_id: string | null;
  readonly course_id: string | null;
}

interface Claimed extends Pushed, PushTarget {
  readonly subscription_id: string;
  readonly account_id: string;
  readonly attempts: number;
}

/**
 * Sends queued push messages. Every worker may call it at any time: each delivery, unique per notification and subscription, is claimed by
 * one worker under a lease. It is sent twice only if the process crashes between the push service's acceptance and storing it; both have
 * the same topic and tag, so a browser shows one notification.
 * Read notifications, and those older than a day, are not sent. A browser that has unsubscribed (404, 410) is deleted. A delivery that is
 * given up is dropped with its reason.
 * @returns number of messages sent
 */
export const sendPushes = (): Promise<number> =>
  handleDueRows({
    what: 'push',
    announce: announcing('push'),
    claim,
    turnOf: ({ account_id: account, endpoint }) => ({ account, host: new URL(endpoint).host, address: endpoint }),
    blames: (error) => error instanceof PushFailure,
    handle: sendOne,
    storeFailure,
    judge: (error) => (error instanceof PushFailure && error.isFinal ? 'final' : 'again'),
    identify: ({ id, subscription_id }) => ({ notification_id: id, subscription_id }),
    retries: RETRIES,
    withinMs: WITHIN_MS,
    atOnce: AT_ONCE,
    most: MOST_IN_A_ROW,
  });

async function claim(busy: Busy): Promise<Claimed | undefined> {
  const [claimed] = await preparedRowsOf<Claimed & { readonly is_late: boolean }>(
    database(),
    sql`with due as (
       select notification_id, subscription_id from push_delivery join push_subscription on id = subscription_id
        where state = 'waiting' and due_at <= now() and (lease_until is null or lease_until < now())
          and account_id::text <> all(${busy.accounts}::text[]) and endpoint <> all(${busy.addresses}::text[])
          and substring(endpoint from '//([^/?#]+)') <> all(${busy.hosts}::text[])
        order by due_at limit 1 for update of push_delivery skip locked)
     update push_delivery delivery set attempts = attempts + 1, lease_until = now() + ${LEASE_S} * interval '1 second'
       from due, notification, push_subscription subscription
      where delivery.notification_id = due.notification_id and delivery.subscription_id = due.subscription_id
        and notification.id = due.notification_id and subscription.id = due.subscription_id
     returning notification.id, notification.kind, notification.subject, notification.task_id, notification.course_id,
       notification.account_id, subscription.id as subscription_id, endpoint, p256dh, auth, attempts,
       notification.read_at is not null or delivery.created_at < now() - interval '1 day' as is_late`,
  );
  if (!claimed?.is_late) return claimed;
  await held(claimed).update({ state: 'dropped', lease_until: null });
  return claim(busy);
}

async function sendOne(claimed: Claimed): Promise<boolean> {
  const message = pushMessage(claimed, await speechFor(claimed.account_id));
  if ((await pushTo(claimed, JSON.stringify(message), `notice-${claimed.id}`)) === 'gone') {
    await database()('push_subscription').where({ id: claimed.subscription_id }).delete();
    return false;
  }
  await held(claimed).update({ state: 'sent', lease_until: null, last_error: null });
  return true;
}

/** Selects the delivery only while the claim is valid. */
const held = ({ id, subscription_id, attempts }: Claimed) =>
  database()('push_delivery').where({ notification_id: id, subscription_id, attempts, state: 'waiting' });

const storeFailure = (claimed: Claimed, { reason, pauseS, attempts }: FailedTry) =>
  held(claimed).update({
    last_error: reason,
    attempts,
    lease_until: null,
    ...(pauseS === null ? { state: 'dropped' } : { due_at: expression(database(), sql`now() + ${pauseS} * interval '1 second'`) }),
  });

/** Builds a notification for the browser, with the sentences of the notification list, in its reader's language. */
function pushMessage(pushed: Pushed & Pick<Claimed, 'account_id'>, speech: Speech): PushMessage {
  const [body, path] = wordsOf(pushed, speech);
  const isReminder = (PUSHED_KINDS.reminders as readonly string[]).includes(pushed.kind);
  const token = unsubscribeToken({ scope: 'reminders', accountId: pushed.account_id, courseId: '' });
  return {
    id: String(pushed.id),
    title: PRODUCT,
    body,
    path,
    ...(isReminder && { silent: true, stop: { title: speech.t('Stop these reminders'), path: `/unsubscribe?token=${token}` } }),
  };
}

/** Returns the sentence, and the path it links to. */
function wordsOf({ kind, subject, task_id: taskId, course_id: courseId }: Pushed, { t }: Speech): readonly [string, string] {
  const run = taskId === null ? '/create/runs' : `/create/runs/${encodeURIComponent(taskId)}`;
  const course = courseId === null ? run : `/courses/${encodeURIComponent(courseId)}`;
  const inClass = taskId === null ? '/classes' : `/classes/${encodeURIComponent(taskId)}`;
  const post = taskId === null ? '/community' : `/community/discussions/${encodeURIComponent(taskId)}`;
  const words: Readonly<Record<PushedKind, () => readonly [string, string]>> = {
    'run.completed': () => [t('“{subject}” is ready', { subject }), course],
    'run.failed': () => [t('“{subject}” could not be written', { subject }), run],
    'run.practice_failed': () => [t('The quiz and exercises of “{subject}” could not be written', { subject }), run],
    'outline.waiting': () => [t('The outline is ready to check: {subject}', { subject }), run],
    'proposal.ready': () => [t('A new version is ready: {subject}', { subject }), course],
    'video.completed': () => [t('Filmed: {subject}', { subject }), '/videos'],
    'video.failed': () => [t('The video could not be filmed: {subject}', { subject }), '/videos'],
    'translation.completed': () => [t('Translated: {subject}', { subject }), course],
    'translation.failed': () => [t('The course could not be translated: {subject}', { subject }), course],
    'simulation.completed': () => [t('The simulation is ready: {subject}', { subject }), course],
    'simulation.failed': () => [t('The simulation could not be made: {subject}', { subject }), course],
    'audio.completed': () => [t('Audio ready: {subject}', { subject }), courseId === null ? run : `${course}/audio`],
    'audio.failed': () => [t('The audio could not be made: {subject}', { subject }), courseId === null ? run : `${course}/audio`],
    'cards.completed': () => [t('The flash cards are ready: {subject}', { subject }), course],
    'cards.failed': () => [t('The flash cards could not be made: {subject}', { subject }), course],
    'post.replied': () => [t('New replies: {subject}', { subject }), post],
    'market.answer': () => [t('Your question was answered: {subject}', { subject }), course],
    'market.question': () => [t('New question about your course: {subject}', { subject }), '/studio/students'],
    'class.assigned': () => [t('Assigned to you: {subject}', { subject }), inClass],
    'class.date': () => [t('New date: {subject}', { subject }), inClass],
    'class.due': () => [t('Due soon: {subject}', { subject }), inClass],
    'class.question': () => [t('A student asks about: {subject}', { subject }), taskId === null ? inClass : `${inClass}/questions`],
    'class.answer': () => [t('Your teacher answered: {subject}', { subject }), inClass],
    'class.marked': () => [t('Your mark: {subject}', { subject }), inClass],
    'reminder.course': () => [t('Five minutes for “{title}”', { title: subject }), '/dashboard'],
    'reminder.review': () => [
      t('{n, plural, one {A question or card is due for review} other {# questions and cards are due for review}}', { n: Number(subject) }),
      '/dashboard',
    ],
    'chat.mention': () => [t('{subject} mentioned you in the chat', { subject }), '/community/chat'],
  };
  // another release may have queued a kind that this one does not know
  return Object.hasOwn(words, kind) ? words[kind as PushedKind]() : [subject, '/'];
}

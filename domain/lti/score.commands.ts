import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Launch, LaunchedActivity } from '#domain/identity/sessions/live-sessions.ts';
import { database, transact } from '#domain/platform/database.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { logger } from '#domain/platform/logger.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { preparedRowsOf, rowsOf, sql } from '#domain/platform/sql.ts';
import { ACTIVITY, OPENED } from './launch-session.queries.ts';
import type { LtiScore } from './lti.model.ts';
import { resultOf, type Result } from './result.queries.ts';

/** A person in a launch, as admitted by the guard. */
export interface Launched {
  readonly userId: string;
  readonly launch: Launch;
}

/**
 * Runs `work`, which may change a learner's result, and stores the result for the platform. A note is stored first, by which
 * `gradeLeftSessions` finds results that a killed process did not store. A call that finds a note leaves it in place: it belongs to another
 * call in progress, and only that one knows whether its result is stored.
 * @param token of the launch
 * @returns the value of `work`, and the result; null before any of the activity is completed
 */
export async function graded<T>(launched: Launched, token: string, work: () => Promise<T>): Promise<{ done: T; result: Result | null }> {
  const activity = launched.launch.activity!;
  const [tokenHash, since] = [hashToken(token), new Date()];
  const isAlone = activity.isGraded && (await note(tokenHash, since));
  const done = await work();
  const result = await resultOf(launched.userId, activity);
  if (activity.isGraded) await storeResult({ tokenHash, since: isAlone ? since : null, result });
  return { done, result };
}

/** Notes that a launch's result may change. @returns whether there was no note before */
async function note(tokenHash: Buffer, since: Date): Promise<boolean> {
  const [noted] = await rowsOf<{ before: Date | null }>(
    database(),
    sql`update lti_session session set ungraded_since = ${since}
          from (select token_hash, ungraded_since as before from lti_session where token_hash = ${tokenHash} for update) old
         where session.token_hash = old.token_hash returning old.before`,
  );
  return noted?.before === null;
}

interface Stored {
  readonly tokenHash: Buffer;
  /** Time of this call's note, so that a later note stays; null to keep any note. */
  readonly since: Date | null;
  readonly result: Result | null;
}

/** Stores the result of a launch, if it is news for the platform, and removes the note. */
async function storeResult({ tokenHash, since, result }: Stored): Promise<void> {
  await transact(async (trx) => {
    const session = await trx('lti_session').where({ token_hash: tokenHash }).first('link_id', 'user_id');
    if (!session) return;
    if (result && session.link_id) await storeScore(trx, { linkId: session.link_id, userId: session.user_id, result });
    if (since) await trx('lti_session').where({ token_hash: tokenHash, ungraded_since: since }).update({ ungraded_since: null });
  });
}

/** Minimum time between two results of a learner: platforms accept only later ones, and some compare whole seconds. */
const APART_MS = 1_000;

interface Scored {
  readonly linkId: string;
  /** Id of `lti_user`. */
  readonly userId: string;
  readonly result: Result;
}

type Row = Pick<LtiScore, 'id' | 'percent' | 'is_complete' | 'state' | 'achieved_at' | 'of_merged' | 'attempts'>;

/**
 * Tells whether a platform needs to know a result: a better grade, or completion. A result without a grade is sent only on completion, and
 * never after a grade, which it would erase there.
 */
function isNews({ percent, is_complete }: Result, before: readonly Row[]): boolean {
  const grades = before.filter((row) => row.percent !== null);
  if (percent === null) return is_complete && before.length === 0;
  return grades.every((row) => row.percent! < percent) || (is_complete && !grades.some((row) => row.is_complete));
}

/**
 * Stores a learner's result, if it is news, and queues it for the platform; each result once. A result that may belong to other content
 * (`of_merged`) does not count as known, but is not sent again when the platform already has the same.
 */
export async function storeScore(trx: Knex.Transaction, { linkId, userId, result }: Scored): Promise<void> {
  await lockName(trx, `lti-score:${linkId}:${userId}`);
  const rows: Row[] = await trx('lti_score')
    .where({ link_id: linkId, user_id: userId })
    .orderBy('achieved_at')
    .select('id', 'percent', 'is_complete', 'state', 'achieved_at', 'of_merged', 'attempts');
  const own = rows.filter((row) => !row.of_merged);
  if (!isNews(result, own)) return;
  const newest = rows.at(-1);
  const achieved = new Date(Math.max(Date.now(), newest ? newest.achieved_at.getTime() + APART_MS : 0));
  const same = rows.find((row) => row.percent === result.percent && row.is_complete === result.is_complete);
  if (same && !same.of_merged) return;
  if (!same) await trx('lti_score').insert({ id: uuidv7(), link_id: linkId, user_id: userId, ...result, achieved_at: achieved });
  else if (same === rows.findLast((row) => row.state === 'sent') && !rows.some((row) => row.state === 'waiting' && row.attempts > 0))
    await trx('lti_score').where({ id: same.id }).update({ of_merged: false });
  else
    await trx('lti_score')
      .where({ id: same.id })
      .update({ of_merged: false, state: 'waiting', achieved_at: achieved, due_at: trx.fn.now(), attempts: 0, last_error: null });
  await announceJob(trx, 'lti-scores');
}

/**
 * Stores a result that a learner achieved before this launch, in another place with the same content, if its link has none yet. Never
 * throws, so that it cannot stop a launch.
 */
export async function gradeEarlier(token: string): Promise<void> {
  const tokenHash = hashToken(token);
  try {
    const [opened] = await preparedRowsOf<{ account_id: string; activity: LaunchedActivity }>(
      database(),
      sql`select session.account_id, ${ACTIVITY} as activity from ${OPENED}
           where session.token_hash = ${tokenHash} and not exists (
             select from lti_score told where told.link_id = session.link_id and told.user_id = session.user_id)`,
    );
    if (!opened?.activity?.isGraded) return;
    await storeResult({ tokenHash, since: null, result: await resultOf(opened.account_id, opened.activity) });
  } catch (error) {
    logger().error({ err: error }, 'an earlier result of a learner could not be stored');
  }
}

/** Maximum time from a process's note to its result. */
const LEFT_AFTER_S = 30;
const MOST_LEFT = 200;

/** Stores the results that crashed processes have left behind. @returns number of sessions examined */
export async function gradeLeftSessions(): Promise<number> {
  const left = await rowsOf<{ token_hash: Buffer; account_id: string; since: Date; activity: LaunchedActivity }>(
    database(),
    sql`select session.token_hash, session.account_id, session.ungraded_since as since, ${ACTIVITY} as activity
          from ${OPENED}
         where session.ungraded_since < now() - make_interval(secs => ${LEFT_AFTER_S}) order by session.ungraded_since limit ${MOST_LEFT}`,
  );
  await forEachRow('lti results', left, async ({ token_hash: tokenHash, account_id, since, activity }) =>
    storeResult({ tokenHash, since, result: await resultOf(account_id, activity) }),
  );
  return left.length;
}

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

/** A person in a launch, as the guard has let them in. */
export interface Launched {
  readonly userId: string;
  readonly launch: Launch;
}

/**
 * Does what may change a learner's result, and stores the result for the platform. That it may change is noted first: a result that a killed
 * process has not stored is found by it (`gradeLeftSessions`). Whoever finds a note there leaves theirs: another call is under way, whose result
 * only they could know to be stored.
 * @param token of the launch
 * @returns what was done, and the result; null before anything of the activity is completed
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

/** Notes that the result of a launch may change. @returns whether no note stood there */
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
  /** When it was noted: a later note stays. null: every note stays. */
  readonly since: Date | null;
  readonly result: Result | null;
}

/** Stores the result of a launch, if it is news for the platform, and takes the note away. */
async function storeResult({ tokenHash, since, result }: Stored): Promise<void> {
  await transact(async (trx) => {
    const session = await trx('lti_session').where({ token_hash: tokenHash }).first('link_id', 'user_id');
    if (!session) return;
    if (result && session.link_id) await storeScore(trx, { linkId: session.link_id, userId: session.user_id, result });
    if (since) await trx('lti_session').where({ token_hash: tokenHash, ungraded_since: since }).update({ ungraded_since: null });
  });
}

/** Milliseconds between two results of a learner: a platform takes only what is newer, and some compare whole seconds. */
const APART_MS = 1_000;

interface Scored {
  readonly linkId: string;
  /** Id of `lti_user`. */
  readonly userId: string;
  readonly result: Result;
}

type Row = Pick<LtiScore, 'id' | 'percent' | 'is_complete' | 'state' | 'achieved_at' | 'of_merged' | 'attempts'>;

/**
 * Whether a platform is to be told: of a better grade, or that all is done; without a grade only that all is done, and never after a grade, which it
 * would take away there.
 */
function isNews({ percent, is_complete }: Result, before: readonly Row[]): boolean {
  const grades = before.filter((row) => row.percent !== null);
  if (percent === null) return is_complete && before.length === 0;
  return grades.every((row) => row.percent! < percent) || (is_complete && !grades.some((row) => row.is_complete));
}

/**
 * Stores a result of a learner, if it is news, with its place in the line to the platform: each result once. What may be of another content
 * (`of_merged`) says nothing of it, but is not sent again where the platform has just this.
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
 * Stores what a learner has reached before this launch and its link has not been told: what they did in another place that opens the same. That it
 * cannot be stored stops no launch.
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

/** How long a process may take from the note to the result. */
const LEFT_AFTER_S = 30;
const MOST_LEFT = 200;

/** Stores the results that a process which ended has left. @returns how many sessions it looked at */
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

import { uuidv7 } from 'uuidv7';
import { kindOf } from '#contract/courses/quiz.contract.ts';
import type { LaunchedActivity } from '#domain/identity/sessions/live-sessions.ts';
import { database, transact } from '#domain/platform/database.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { quizOf, scoreOf } from '#domain/practice/answer-question.command.ts';
import { listSimulations } from '#domain/simulations/simulation.queries.ts';
import type { Launched } from './activity.commands.ts';
import { ACTIVITY } from './launch-session.queries.ts';

/** What a learner has reached, as it goes to a platform. */
interface Result {
  readonly percent: number;
  readonly is_complete: boolean;
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

/** Stores a result, if it is better than what was, with its place in the line to the platform: each result once, by its unique key. */
async function storeResult({ tokenHash, since, result }: Stored): Promise<void> {
  await transact(async (trx) => {
    const session = await trx('lti_session').where({ token_hash: tokenHash }).first('link_id', 'user_id');
    if (!session) return;
    if (result && session.link_id) {
      await lockName(trx, `lti-score:${session.link_id}:${session.user_id}`);
      const added = await rowsOf(
        trx,
        sql`insert into lti_score (id, link_id, user_id, percent, is_complete, achieved_at)
            select ${uuidv7()}::uuid, ${session.link_id}::uuid, ${session.user_id}::uuid, ${result.percent}::int, ${result.is_complete}::boolean,
                   -- a platform takes only what is newer
                   greatest(now(), max(before.achieved_at) + interval '1 ms')
              from (select 1) one left join lti_score before on before.link_id = ${session.link_id} and before.user_id = ${session.user_id}
            having coalesce(max(before.percent) < ${result.percent}::int or (${result.is_complete}::boolean and not bool_or(before.is_complete)), true)
            on conflict do nothing returning id`,
      );
      if (added.length > 0) await announceJob(trx, 'lti-scores');
    }
    if (since) await trx('lti_session').where({ token_hash: tokenHash, ungraded_since: since }).update({ ungraded_since: null });
  });
}

/** How long a process may take from the note to the result. */
const LEFT_AFTER_S = 30;
const MOST_LEFT = 200;

/** Stores the results that a process which ended has left. @returns how many sessions it looked at */
export async function gradeLeftSessions(): Promise<number> {
  const left = await rowsOf<{ token_hash: Buffer; account_id: string; since: Date; activity: LaunchedActivity }>(
    database(),
    sql`select session.token_hash, session.account_id, session.ungraded_since as since, ${ACTIVITY} as activity
          from lti_session session join lti_link link on link.id = session.link_id join lti_placement placement on placement.id = link.placement_id
         where session.ungraded_since < now() - make_interval(secs => ${LEFT_AFTER_S}) order by session.ungraded_since limit ${MOST_LEFT}`,
  );
  await forEachRow('lti results', left, async ({ token_hash: tokenHash, account_id, since, activity }) =>
    storeResult({ tokenHash, since, result: await resultOf(account_id, activity) }),
  );
  return left.length;
}

/** Returns what a learner has reached in an activity; null before anything of it is done. Percent: of a lesson its right answers, or all without questions. */
async function resultOf(accountId: string, activity: LaunchedActivity): Promise<Result | null> {
  const { kind, courseId, lessonId, simulationId } = activity;
  if (kind === 'simulation') {
    const { simulations } = await listSimulations(accountId, courseId);
    const simulation = simulations.find((one) => one.simulation_id === simulationId);
    if (!simulation?.scene || simulation.solved.length === 0) return null;
    const percent = Math.round((simulation.solved.length / simulation.scene.tasks.length) * 100);
    return { percent, is_complete: percent === 100 };
  }
  const rows = await rowsOf<{ lesson_id: string; completed: boolean }>(
    database(),
    sql`select lesson #>> '{}' as lesson_id, exists (
               select from lesson_completion done where done.account_id = course.account_id and done.course_id = course.id
                  and done.lesson_id::text = lesson #>> '{}') as completed
          from course join course_version live on live.course_id = course.id and live.number = course.current_version,
               jsonb_path_query(live.contents, '$.modules[*].lessons[*].lesson_id') lesson
         where course.id = ${courseId} and course.account_id = ${accountId}`,
  );
  const wanted = rows.filter(({ lesson_id: id }) => lessonId === null || id === lessonId);
  const done = wanted.filter(({ completed }) => completed);
  if (done.length === 0) return null;
  const percents = await Promise.all(done.map(({ lesson_id }) => lessonPercent({ accountId, courseId, lessonId: lesson_id })));
  const percent = Math.round(percents.reduce((sum, one) => sum + one, 0) / wanted.length);
  return { percent, is_complete: done.length === wanted.length };
}

async function lessonPercent(of: { accountId: string; courseId: string; lessonId: string }): Promise<number> {
  // answers in words are graded by a service, which a frame does not offer
  const quiz = (await quizOf(database(), of.courseId, of.lessonId)).filter((item) => kindOf(item) !== 'short');
  if (quiz.length === 0) return 100;
  const { right } = await scoreOf(database(), { ...of, quiz });
  return Math.round((right / quiz.length) * 100);
}

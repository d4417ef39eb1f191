import { database } from '#domain/platform/database.ts';
import { announcing } from '#domain/platform/periodic/announcement.commands.ts';
import { handleDueRows, type FailedTry } from '#domain/platform/rows/handle-due-rows.ts';
import type { Busy } from '#domain/platform/rows/row-turns.ts';
import { expression, preparedRowsOf, rowsOf, sql } from '#domain/platform/sql.ts';
import { SCOPES } from './launch-message.ts';
import { calledAddress, LmsFailure } from './lms-client.ts';
import { lineItemFor, SCORE_MAXIMUM, type LinkToGrade } from './line-item.commands.ts';
import { askService, SERVING } from './lms-token.ts';
import { noteProblem } from './problem.commands.ts';
import { recountLinks } from './recount-links.command.ts';
import { gradeLeftSessions } from './score.commands.ts';

/** Longer than getting a token and a line item and sending a score take together. */
const LEASE_S = 120;
const WITHIN_MS = 60_000;
/** Pauses of 15 s, 45 s … an hour: the last try is about two days after the first, since a platform may be down for a weekend. */
const RETRIES = { most: 50, firstPauseS: 15, longestPauseS: 3_600 };
const AT_ONCE = 6;
const MOST_IN_A_ROW = 200;

interface Claimed extends LinkToGrade {
  readonly id: string;
  readonly attempts: number;
  readonly percent: number | null;
  readonly is_complete: boolean;
  readonly achieved_at: Date;
  readonly subject: string;
  readonly user_id: string;
  readonly lineitem_url: string | null;
  readonly is_superseded: boolean;
}

/**
 * Sends grades to their platforms. Every worker may call it at any time: each grade is claimed by one of them under a lease. A grade is
 * sent twice only when the process ends between the platform's response and storing it; both have the same time, so the second changes
 * nothing. A result overtaken by a better one is not sent.
 * @returns number of grades sent
 */
export async function sendScores(): Promise<number> {
  await gradeLeftSessions();
  await recountLinks();
  return handleDueRows({
    what: 'lti scores',
    announce: announcing('lti-scores'),
    claim,
    turnOf: ({ platform }) => ({ account: platform.id, host: new URL(platform.token_url).host, address: platform.id }),
    blames: (error) => error instanceof LmsFailure && error.kind === 'away',
    handle: sendOne,
    storeFailure,
    judge: (error) => (error instanceof LmsFailure && error.kind === 'refused' ? 'final' : 'again'),
    reasonOf: (error) => (error instanceof LmsFailure ? error.message : 'The grade could not be sent.'),
    identify: ({ id, platform }) => ({ score_id: id, platform_id: platform.id }),
    retries: RETRIES,
    withinMs: WITHIN_MS,
    atOnce: AT_ONCE,
    most: MOST_IN_A_ROW,
  });
}

async function claim(busy: Busy): Promise<Claimed | undefined> {
  const [claimed] = await preparedRowsOf<Claimed>(
    database(),
    sql`with due as (
          select score.id from lti_score score join lti_link link on link.id = score.link_id join lti_platform platform on platform.id = link.platform_id
           where score.state = 'waiting' and score.due_at <= now() and (score.lease_until is null or score.lease_until < now())
             and platform.state = 'active'
             and platform.id::text <> all(${busy.accounts}::text[]) and platform.id::text <> all(${busy.addresses}::text[])
             and substring(platform.token_url from '//([^/?#]+)') <> all(${busy.hosts}::text[])
           order by score.due_at limit 1 for update of score skip locked)
        update lti_score score set attempts = attempts + 1, lease_until = now() + make_interval(secs => ${LEASE_S})
          from due, lti_link link, lti_placement placement, lti_platform platform, lti_user person
         where score.id = due.id and link.id = score.link_id and placement.id = link.placement_id and platform.id = link.platform_id
           and person.id = score.user_id
        returning score.id, score.attempts, score.percent, score.is_complete, score.achieved_at, score.user_id, person.subject,
          link.id as link_id, link.placement_id, coalesce(link.resource_link, link.resource_link_ref) as resource_link, placement.title,
          link.lineitem_url, link.lineitems_url, ${SERVING} as platform,
          exists (select from lti_score better where better.link_id = score.link_id and better.user_id = score.user_id
                     and better.achieved_at > score.achieved_at) as is_superseded`,
  );
  if (!claimed?.is_superseded) return claimed;
  await held(claimed).update({ state: 'superseded', lease_until: null });
  return claim(busy);
}

/** Selects the grade only while the claim is valid. */
const held = ({ id, attempts }: Claimed) => database()('lti_score').where({ id, attempts, state: 'waiting' });

/** The message for a platform (§3.4 of Assignment and Grade Services): a grade, or that everything is done and nothing graded yet. */
const messageOf = ({ subject, percent, is_complete, achieved_at: at }: Claimed) => ({
  userId: subject,
  ...(percent !== null && { scoreGiven: percent, scoreMaximum: SCORE_MAXIMUM }),
  timestamp: at.toISOString(),
  activityProgress: is_complete ? 'Completed' : 'InProgress',
  gradingProgress: percent === null ? 'NotReady' : 'FullyGraded',
});

/** @returns false when the platform has a newer one */
async function sendOne(score: Claimed): Promise<boolean> {
  const lineItem = score.lineitem_url ?? (await lineItemFor(score));
  const body = JSON.stringify(messageOf(score));
  const call = { method: 'POST', accept: 'application/json', contentType: 'application/vnd.ims.lis.v1.score+json', body } as const;
  try {
    await askService(score.platform, SCOPES.score, scoresOf(lineItem), call);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    return overtaken(score);
  }
  await held(score).update({ state: 'sent', sent_at: database().fn.now(), lease_until: null, last_error: null });
  return true;
}

/** Tells whether a platform has a later result: 409, or at Canvas 400 with the words for it. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof LmsFailure &&
  (error.status === 409 || (error.status === 400 && /before last updated|earlier timestamp/i.test(error.message)));

/** Seconds by which a platform's clock may be ahead of ours. */
const CLOCKS_S = 120;

/**
 * Handles a platform's later result. It may be ours, because some platforms store the time of receipt by their own clock: then this result
 * is sent once more, with a later time. Otherwise somebody there has graded since, and that grade stays.
 */
async function overtaken(score: Claimed): Promise<false> {
  const [isOurs] = await rowsOf(
    database(),
    sql`select 1 from lti_score before where before.link_id = ${score.link_id} and before.user_id = ${score.user_id} and before.state = 'sent'
           and before.sent_at > ${score.achieved_at}::timestamptz - make_interval(secs => ${CLOCKS_S}) and ${score.attempts}::int <= 2`,
  );
  await held(score).update(
    isOurs
      ? {
          achieved_at: expression(database(), sql`now() + make_interval(secs => ${CLOCKS_S})`),
          due_at: database().fn.now(),
          lease_until: null,
          last_error: 'The platform has a later result.',
        }
      : { state: 'superseded', lease_until: null, last_error: null },
  );
  return false;
}

/** Returns the address of a line item's scores, with the path extended before the query (§3.4 of Assignment and Grade Services). */
function scoresOf(lineItem: string): string {
  const url = calledAddress(lineItem);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`;
  return url.href;
}

/** Stores a failed try. A grade that is given up becomes a problem of the platform, in its words. */
async function storeFailure(score: Claimed, { reason, pauseS, attempts }: FailedTry): Promise<void> {
  if (pauseS === null)
    await noteProblem(score.platform.id, { kind: 'grade', reason: 'lti.grade_refused', detail: `${score.title}: ${reason}` });
  await held(score).update({
    last_error: reason,
    attempts,
    lease_until: null,
    ...(pauseS === null ? { state: 'dropped' } : { due_at: expression(database(), sql`now() + make_interval(secs => ${pauseS})`) }),
  });
}

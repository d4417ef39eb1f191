import * as z from 'zod';
import { database } from '#domain/platform/database.ts';
import { announcing } from '#domain/platform/periodic/announcement.commands.ts';
import { handleDueRows, type FailedTry } from '#domain/platform/rows/handle-due-rows.ts';
import type { Busy } from '#domain/platform/rows/row-turns.ts';
import { expression, preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { isStorable } from '#domain/platform/storable.ts';
import { SCOPES } from './launch-message.ts';
import { calledAddress, LmsFailure } from './lms-client.ts';
import { askService, type Serving } from './lms-token.ts';
import { gradeLeftSessions } from './score.commands.ts';

/** Longer than a token, a line item and a score take together. */
const LEASE_S = 120;
const WITHIN_MS = 60_000;
/** Pauses of 15 s, 45 s … an hour: the last try is about two days after the first. A platform may be away for a weekend. */
const RETRIES = { most: 50, firstPauseS: 15, longestPauseS: 3_600 };
const AT_ONCE = 6;
const MOST_IN_A_ROW = 200;
const SCORE_MAXIMUM = 100;

interface Claimed {
  readonly id: string;
  readonly attempts: number;
  readonly percent: number;
  readonly is_complete: boolean;
  readonly achieved_at: Date;
  readonly subject: string;
  readonly link_id: string;
  readonly resource_link_ref: string;
  readonly title: string;
  readonly lineitem_url: string | null;
  readonly lineitems_url: string | null;
  readonly platform: Serving;
  readonly is_superseded: boolean;
}

/**
 * Sends grades to their platforms. Every worker may call it at any time: each is claimed by one of them under a lease. It is sent twice only when
 * the process ends after the platform has taken it and before that is stored: both have the same time, so that the second changes nothing. A result
 * that a better one has overtaken is not sent.
 * @returns number of grades sent
 */
export async function sendScores(): Promise<number> {
  await gradeLeftSessions();
  return handleDueRows({
    what: 'lti scores',
    announce: announcing('lti-scores'),
    claim,
    turnOf: ({ platform }) => ({ account: platform.id, host: new URL(platform.token_url).host, address: platform.id }),
    blames: (error) => error instanceof LmsFailure && error.kind === 'away',
    handle: sendOne,
    storeFailure,
    judge: (error) => (error instanceof LmsFailure && error.kind === 'refused' ? 'final' : 'again'),
    reasonOf: (error) => (error instanceof LmsFailure ? error.message : 'It could not be sent.'),
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
        returning score.id, score.attempts, score.percent, score.is_complete, score.achieved_at, person.subject, link.id as link_id,
          link.resource_link_ref, placement.title, link.lineitem_url, link.lineitems_url,
          jsonb_build_object('id', platform.id, 'client_id', platform.client_id, 'token_url', platform.token_url,
                             'token_audience', platform.token_audience) as platform,
          exists (select from lti_score better where better.link_id = score.link_id and better.user_id = score.user_id
                     and better.achieved_at > score.achieved_at) as is_superseded`,
  );
  if (!claimed?.is_superseded) return claimed;
  await held(claimed).update({ state: 'superseded', lease_until: null });
  return claim(busy);
}

/** Selects the grade only while the claim is valid. */
const held = ({ id, attempts }: Claimed) => database()('lti_score').where({ id, attempts, state: 'waiting' });

/** @returns false when the platform has a newer one */
async function sendOne(score: Claimed): Promise<boolean> {
  const lineItem = score.lineitem_url ?? (await lineItemFor(score));
  const body = JSON.stringify({
    userId: score.subject,
    scoreGiven: score.percent,
    scoreMaximum: SCORE_MAXIMUM,
    timestamp: score.achieved_at.toISOString(),
    activityProgress: score.is_complete ? 'Completed' : 'InProgress',
    gradingProgress: 'FullyGraded',
  });
  const call = { method: 'POST', accept: 'application/json', contentType: 'application/vnd.ims.lis.v1.score+json', body } as const;
  try {
    await askService(score.platform, SCOPES.score, scoresOf(lineItem), call);
  } catch (error) {
    // it has one of a later time
    if (!(error instanceof LmsFailure) || error.status !== 409) throw error;
    await held(score).update({ state: 'superseded', lease_until: null, last_error: null });
    return false;
  }
  await held(score).update({ state: 'sent', sent_at: database().fn.now(), lease_until: null, last_error: null });
  return true;
}

/** The address of a line item's scores: its path goes on before the query (§3.4 of Assignment and Grade Services). */
function scoresOf(lineItem: string): string {
  const url = calledAddress(lineItem);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`;
  return url.href;
}

const LINE_ITEM = 'application/vnd.ims.lis.v2.lineitem+json';
const LINE_ITEMS = 'application/vnd.ims.lis.v2.lineitemcontainer+json';
const lineItemSchema = z.object({ id: z.url().max(2_000).refine(isStorable), resourceLinkId: z.string().max(255).optional() });

/**
 * Finds or makes the line item of a link, one process at a time: two would make two columns of a teacher's list of grades.
 * @throws Error while another one does: the grade is tried again
 */
async function lineItemFor(score: Claimed): Promise<string> {
  const link = () => database()('lti_link').where({ id: score.link_id });
  const taken = await link()
    .whereNull('lineitem_url')
    .where((free) => free.whereNull('making_until').orWhere('making_until', '<', database().fn.now()))
    .update({ making_until: expression(database(), sql`now() + make_interval(secs => ${LEASE_S})`) });
  if (taken === 0) {
    const made = (await link().first('lineitem_url'))?.lineitem_url;
    if (made) return made;
    throw new Error('another process makes the line item');
  }
  try {
    return (await findLineItem(score)) ?? (await makeLineItem(score));
  } finally {
    await link().update({ making_until: null });
  }
}

/** Finds the line item of a link, also one that a process made which then ended. */
async function findLineItem({ platform, lineitems_url: at, resource_link_ref: ref, link_id }: Claimed): Promise<string | null> {
  const url = calledAddress(lineItemsOf(at));
  url.searchParams.set('resource_link_id', ref);
  const { json } = await askService(platform, SCOPES.lineItem, url.href, { accept: LINE_ITEMS });
  const found = z.array(z.unknown()).max(1_000).safeParse(json).data ?? [];
  const own = found.map((one) => lineItemSchema.safeParse(one).data).find((one) => one?.resourceLinkId === ref);
  return own ? keepLineItem(link_id, own.id) : null;
}

async function makeLineItem({ platform, lineitems_url: at, resource_link_ref: ref, link_id, title }: Claimed): Promise<string> {
  const body = JSON.stringify({ scoreMaximum: SCORE_MAXIMUM, label: title, resourceLinkId: ref });
  const call = { method: 'POST', accept: LINE_ITEM, contentType: LINE_ITEM, body } as const;
  const { json } = await askService(platform, SCOPES.lineItem, lineItemsOf(at), call);
  const made = lineItemSchema.safeParse(json);
  if (!made.success) throw new LmsFailure('refused', 'The platform made no line item.');
  return keepLineItem(link_id, made.data.id);
}

function lineItemsOf(address: string | null): string {
  if (address === null) throw new LmsFailure('refused', 'The platform takes no grades for this link.');
  return address;
}

async function keepLineItem(linkId: string, lineItem: string): Promise<string> {
  await database()('lti_link').where({ id: linkId }).update({ lineitem_url: lineItem });
  return lineItem;
}

const storeFailure = (score: Claimed, { reason, pauseS, attempts }: FailedTry) =>
  held(score).update({
    last_error: reason,
    attempts,
    lease_until: null,
    ...(pauseS === null ? { state: 'dropped' } : { due_at: expression(database(), sql`now() + make_interval(secs => ${pauseS})`) }),
  });

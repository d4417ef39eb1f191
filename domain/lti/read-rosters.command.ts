import { LTI_LIMITS } from '#contract/lti/platforms.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { announcing } from '#domain/platform/periodic/announcement.commands.ts';
import { handleDueRows, type FailedTry } from '#domain/platform/rows/handle-due-rows.ts';
import type { Busy } from '#domain/platform/rows/row-turns.ts';
import { expression, preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { SCOPES } from './launch-message.ts';
import { fieldsOf, LeftOut, type Fields } from './lenient.ts';
import { calledAddress, LmsFailure, nextPage } from './lms-client.ts';
import { askService, SERVING, type Serving } from './lms-token.ts';
import { noteLeftOut } from './problem.commands.ts';

/** Longer than reading all pages of a list may take. */
const LEASE_S = 300;
const WITHIN_MS = 240_000;
const RETRIES = { most: 6, firstPauseS: 30, longestPauseS: 3_600 };
const AT_ONCE = 2;
const MOST_IN_A_ROW = 50;
const PAGE = 100;
const MOST_PAGES = 100;
/** Rows per statement. */
const CHUNK = 500;

interface Claimed {
  readonly id: string;
  readonly attempts: number;
  readonly memberships_url: string;
  readonly platform: Serving;
}

/**
 * Reads the member lists that are due, page by page, and replaces the stored list with the complete new one. Every worker may call it at
 * any time.
 * @returns number of lists read
 */
export const readRosters = (): Promise<number> =>
  handleDueRows({
    what: 'lti rosters',
    announce: announcing('lti-rosters'),
    claim,
    turnOf: ({ platform }) => ({ account: platform.id, host: new URL(platform.token_url).host, address: platform.id }),
    blames: (error) => error instanceof LmsFailure && error.kind === 'away',
    handle: readOne,
    storeFailure,
    judge: (error) => (error instanceof LmsFailure && error.kind === 'refused' ? 'final' : 'again'),
    reasonOf: (error) => (error instanceof LmsFailure ? error.message : 'The list could not be read.'),
    identify: ({ id, platform }) => ({ context_id: id, platform_id: platform.id }),
    retries: RETRIES,
    withinMs: WITHIN_MS,
    atOnce: AT_ONCE,
    most: MOST_IN_A_ROW,
  });

async function claim(busy: Busy): Promise<Claimed | undefined> {
  const [claimed] = await preparedRowsOf<Claimed>(
    database(),
    sql`with due as (
          select context.id from lti_context context join lti_platform platform on platform.id = context.platform_id
           where context.due_at <= now() and (context.lease_until is null or context.lease_until < now())
             and context.memberships_url is not null and platform.state = 'active'
             and platform.id::text <> all(${busy.accounts}::text[]) and platform.id::text <> all(${busy.addresses}::text[])
             and substring(platform.token_url from '//([^/?#]+)') <> all(${busy.hosts}::text[])
           order by context.due_at limit 1 for update of context skip locked)
        update lti_context context set attempts = attempts + 1, lease_until = now() + make_interval(secs => ${LEASE_S})
          from due, lti_platform platform where context.id = due.id and platform.id = context.platform_id
        returning context.id, context.attempts, context.memberships_url,
          ${SERVING} as platform`,
  );
  return claimed;
}

const held = ({ id, attempts }: Claimed) => database()('lti_context').where({ id, attempts });

/** Maximum number of members read per page: more than any platform sends when a hundred are requested. */
const MOST_ON_PAGE = 1_000;
const SUBJECT = { most: 255 };
const NAME = { most: 200 };
const EMAIL = { most: 254 };
const ROLES = { most: 500, items: 50 };

interface Member {
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: string[];
  readonly is_active: boolean;
}

async function readOne(claimed: Claimed): Promise<boolean> {
  const leftOut = new LeftOut();
  const members = await readAll(claimed, leftOut);
  const rows = [...members.values()].map((member) => ({ context_id: claimed.id, ...member }));
  const isMine = await transact(async (trx) => {
    const mine = await trx('lti_context').where({ id: claimed.id, attempts: claimed.attempts }).forUpdate().first('id');
    if (!mine) return false;
    await trx('lti_context_member').where({ context_id: claimed.id }).delete();
    for (let at = 0; at < rows.length; at += CHUNK) await trx('lti_context_member').insert(rows.slice(at, at + CHUNK));
    await trx('lti_context')
      .where({ id: claimed.id })
      .update({ due_at: null, lease_until: null, attempts: 0, last_error: null, read_at: trx.fn.now() });
    return true;
  });
  await noteLeftOut(claimed.platform.id, leftOut);
  return isMine;
}

/** Reads all pages, each member once. @throws LmsFailure */
async function readAll({ platform, memberships_url: first }: Claimed, leftOut: LeftOut): Promise<Map<string, Member>> {
  const members = new Map<string, Member>();
  const start = calledAddress(first);
  start.searchParams.set('limit', String(PAGE));
  let next: string | null = start.href;
  for (let page = 0; next !== null; page += 1) {
    if (page >= MOST_PAGES) throw new LmsFailure('refused', 'The list of members does not end.');
    const answer = await askService(platform, SCOPES.members, next, {
      accept: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json',
    });
    const listed = fieldsOf(answer.json, leftOut).objects('members');
    if (!listed || listed.length > MOST_ON_PAGE) throw new LmsFailure('refused', 'The platform sent no list of members.');
    for (const one of listed) {
      const member = readMember(one);
      if (member) members.set(member.subject, member);
      else leftOut.add('members[].user_id', 'is missing: the member is not listed');
    }
    if (members.size > LTI_LIMITS.members) throw new LmsFailure('refused', `The class has more than ${LTI_LIMITS.members} members.`);
    next = nextPage(answer.link, next);
  }
  return members;
}

/** Reads a member (Names and Role Provisioning Services 2.0, §2.4); null without an id. */
function readMember(member: Fields): Member | null {
  const subject = member.id('user_id', SUBJECT);
  if (subject === null) return null;
  const parts = [member.text('given_name', NAME), member.text('family_name', NAME)].filter(Boolean).join(' ');
  const status = member.id('status', SUBJECT) ?? 'Active';
  return {
    subject,
    name: member.text('name', NAME) ?? (parts.slice(0, NAME.most) || null),
    email: member.text('email', EMAIL),
    roles: [...new Set(member.texts('roles', ROLES).map((role) => lastPart(role).slice(0, 50)))],
    is_active: lastPart(status).toLowerCase() === 'active',
  };
}

/** Returns the name at the end of an address: `Learner` of `…/membership#Learner`. */
const lastPart = (address: string): string => address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf('#')) + 1);

const storeFailure = (claimed: Claimed, { reason, pauseS, attempts }: FailedTry) =>
  held(claimed).update({
    last_error: reason,
    attempts,
    lease_until: null,
    due_at: pauseS === null ? null : expression(database(), sql`now() + make_interval(secs => ${pauseS})`),
  });

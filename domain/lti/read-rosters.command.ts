import * as z from 'zod';
import { LTI_LIMITS } from '#contract/lti/platforms.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { announcing } from '#domain/platform/periodic/announcement.commands.ts';
import { handleDueRows, type FailedTry } from '#domain/platform/rows/handle-due-rows.ts';
import type { Busy } from '#domain/platform/rows/row-turns.ts';
import { expression, preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { isStorable } from '#domain/platform/storable.ts';
import { SCOPES } from './launch-message.ts';
import { calledAddress, LmsFailure } from './lms-client.ts';
import { askService, type Serving } from './lms-token.ts';

/** Longer than all pages of a list may take. */
const LEASE_S = 300;
const WITHIN_MS = 240_000;
const RETRIES = { most: 6, firstPauseS: 30, longestPauseS: 3_600 };
const AT_ONCE = 2;
const MOST_IN_A_ROW = 50;
const PAGE = 100;
const MOST_PAGES = 100;
/** Rows of one statement. */
const CHUNK = 500;

interface Claimed {
  readonly id: string;
  readonly attempts: number;
  readonly memberships_url: string;
  readonly platform: Serving;
}

/**
 * Reads the lists of members that are due, page by page, and replaces what was there with the whole list. Every worker may call it at any time.
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
          jsonb_build_object('id', platform.id, 'client_id', platform.client_id, 'token_url', platform.token_url,
                             'token_audience', platform.token_audience) as platform`,
  );
  return claimed;
}

const held = ({ id, attempts }: Claimed) => database()('lti_context').where({ id, attempts });

const named = z.string().max(500).refine(isStorable);
/** Names and Role Provisioning Services 2.0, §2.4; a member that is not like this is left out. */
const memberSchema = z.object({
  user_id: z.string().min(1).max(255).refine(isStorable),
  status: z.string().max(50).optional(),
  name: named.optional(),
  given_name: named.optional(),
  family_name: named.optional(),
  email: named.optional(),
  roles: z.array(named).max(50),
});
/** More than any platform sends where a hundred are asked for: they are read in one go. */
const pageSchema = z.object({ members: z.array(z.unknown()).max(1_000) });

interface Member {
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: string[];
  readonly is_active: boolean;
}

async function readOne(claimed: Claimed): Promise<boolean> {
  const members = await readAll(claimed);
  const rows = [...members.values()].map((member) => ({ context_id: claimed.id, ...member }));
  return transact(async (trx) => {
    const mine = await trx('lti_context').where({ id: claimed.id, attempts: claimed.attempts }).forUpdate().first('id');
    if (!mine) return false;
    await trx('lti_context_member').where({ context_id: claimed.id }).delete();
    for (let at = 0; at < rows.length; at += CHUNK) await trx('lti_context_member').insert(rows.slice(at, at + CHUNK));
    await trx('lti_context')
      .where({ id: claimed.id })
      .update({ due_at: null, lease_until: null, attempts: 0, last_error: null, read_at: trx.fn.now() });
    return true;
  });
}

/** Reads all pages, each member once. @throws LmsFailure */
async function readAll({ platform, memberships_url: first }: Claimed): Promise<Map<string, Member>> {
  const members = new Map<string, Member>();
  const start = calledAddress(first);
  start.searchParams.set('limit', String(PAGE));
  let next: string | null = start.href;
  for (let page = 0; next !== null; page += 1) {
    if (page >= MOST_PAGES) throw new LmsFailure('refused', 'The list of members does not end.');
    const answer = await askService(platform, SCOPES.members, next, {
      accept: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json',
    });
    const parsed = pageSchema.safeParse(answer.json);
    if (!parsed.success) throw new LmsFailure('refused', 'The platform sent no list of members.');
    for (const one of parsed.data.members) {
      const member = memberSchema.safeParse(one).data;
      if (member) members.set(member.user_id, toMember(member));
    }
    if (members.size > LTI_LIMITS.members) throw new LmsFailure('refused', `The class has more than ${LTI_LIMITS.members} members.`);
    next = nextPage(answer.link, next);
  }
  return members;
}

function toMember(member: z.infer<typeof memberSchema>): Member {
  const { name, given_name: given, family_name: family, email, roles, status = 'Active' } = member;
  const shown = (name ?? [given, family].filter(Boolean).join(' ')).trim();
  return {
    subject: member.user_id,
    name: shown.slice(0, 200) || null,
    email: email?.trim().slice(0, 254) || null,
    roles: [...new Set(roles.map((role) => role.slice(Math.max(role.lastIndexOf('/'), role.lastIndexOf('#')) + 1).slice(0, 50)))],
    is_active: status === 'Active',
  };
}

/** Returns the address of the next page (RFC 8288), which is on the same host; null at the end. */
function nextPage(link: string, current: string): string | null {
  const [, target] = /<([^>]{1,1000})>\s*;[^,]*\brel="?next"?/i.exec(link.slice(0, 2_000)) ?? [];
  if (target === undefined || !URL.canParse(target, current)) return null;
  const url = new URL(target, current);
  if (url.host !== new URL(current).host) throw new LmsFailure('refused', 'The list of members goes on at another host.');
  return url.href;
}

const storeFailure = (claimed: Claimed, { reason, pauseS, attempts }: FailedTry) =>
  held(claimed).update({
    last_error: reason,
    attempts,
    lease_until: null,
    due_at: pauseS === null ? null : expression(database(), sql`now() + make_interval(secs => ${pauseS})`),
  });

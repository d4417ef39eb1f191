import { ORGANISATION_PAGE, type OrganisationInvite, type OrganisationMember } from '#contract/billing/organisation.contract.ts';
import { needsConsent } from '#contract/identity/parental-consent.ts';
import { spentFromPool } from '#domain/billing/subscriptions/subscription.queries.ts';
import { undeliveredOf } from '#domain/mail/mail.queries.ts';
import { database } from '#domain/platform/database.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { causeOfInvite } from './invite-secret.ts';
import { findMembership } from './own-organisation.queries.ts';

interface Page {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}
/** A page of the caller's organisation. */
interface OwnPage extends Page {
  readonly accountId: string;
}
interface Members {
  readonly members: OrganisationMember[];
  readonly next_cursor: string | null;
}
interface Invites {
  readonly invites: OrganisationInvite[];
  readonly next_cursor: string | null;
}

const SORT_TIME = sql`'YYYY-MM-DD HH24:MI:SS.US'`;

/**
 * Lists the members of the caller's organisation: all, or those whose name or address contains `q`.
 * @throws ProductError organisation.none, organisation.not_owner, validation.failed for a bad cursor
 */
export async function listMembers({ accountId, ...page }: OwnPage & { readonly q?: string | undefined }): Promise<Members> {
  return membersOf(await ownedBy(accountId), page);
}

/**
 * Lists open invites of the caller's organisation. @throws ProductError organisation.none, organisation.not_owner, validation.failed for an
 * invalid cursor
 */
export async function listInvites({ accountId, ...page }: OwnPage): Promise<Invites> {
  return invitesOf(await ownedBy(accountId), page);
}

async function ownedBy(accountId: string): Promise<string> {
  const membership = await findMembership(accountId);
  if (!membership) throw new ProductError('organisation.none');
  if (membership.role !== 'owner') throw new ProductError('organisation.not_owner');
  return membership.organisationId;
}

/** Lists members: the owner first, then by joining date; with what each has spent from the pool this month. */
export async function membersOf(
  organisationId: string,
  { cursor, limit = ORGANISATION_PAGE, q = '' }: Page & { readonly q?: string | undefined } = {},
): Promise<Members> {
  const after = cursor === undefined ? null : decodeCursor(cursor, 'cursor');
  const rows = await rowsOf<MemberRow>(
    database(),
    sql`select m.account_id as user_id, a.first_name, a.last_name, a.email, a.birth_year, m.role, m.joined_at,
            exists (select from parental_consent c where c.account_id = a.id and c.organisation_id = m.organisation_id) as authorised,
            to_char(m.joined_at at time zone 'UTC', ${SORT_TIME}) as sort_at
       from organisation_member m join account a on a.id = m.account_id
      where m.organisation_id = ${organisationId}
        ${q === '' ? empty : sql`and position(lower(${q}) in lower(a.first_name || ' ' || a.last_name || ' ' || a.email)) > 0`}
        ${after ? isAfterMember(organisationId, after) : empty}
      order by m.organisation_id, m.role <> 'owner', m.joined_at, m.account_id limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const spent = await spentFromPool(
    organisationId,
    page.map((row) => row.user_id),
  );
  const last = page.at(-1);
  return {
    members: page.map(({ user_id, first_name, last_name, email, role, joined_at: joinedAt, birth_year: birthYear, authorised }) => ({
      user_id,
      first_name,
      last_name,
      email,
      role,
      joined_at: joinedAt.toISOString(),
      tokens_this_month: spent.get(user_id) ?? 0,
      authorised: needsConsent(birthYear) ? authorised : null,
    })),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.user_id }) : null,
  };
}

/** Condition for the members after a cursor's; it sorts after the owner also when it has left meanwhile. */
const isAfterMember = (organisationId: string, { at, id }: { readonly at: string; readonly id: string }): Sql =>
  sql`and (m.role <> 'owner', m.joined_at, m.account_id) > (
    coalesce((select role <> 'owner' from organisation_member where account_id = ${id}::uuid and organisation_id = ${organisationId}), true),
    ${at}::timestamp at time zone 'UTC', ${id}::uuid)`;

/** Lists open invites, newest first. */
export async function invitesOf(organisationId: string, { cursor, limit = ORGANISATION_PAGE }: Page = {}): Promise<Invites> {
  const after = cursor === undefined ? null : decodeCursor(cursor, 'cursor');
  const rows = await rowsOf<InviteRow>(
    database(),
    sql`select id as invite_id, email, sent_at, expires_at, to_char(sent_at at time zone 'UTC', ${SORT_TIME}) as sort_at
       from organisation_invite where organisation_id = ${organisationId} and ended_at is null
        ${after ? sql`and (sent_at, id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
      order by sent_at desc, id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const undelivered = await undeliveredOf(page.map(({ invite_id }) => causeOfInvite(invite_id)));
  const last = page.at(-1);
  return {
    invites: page.map(({ invite_id, email, sent_at: sentAt, expires_at: expiresAt }) => ({
      invite_id,
      email,
      sent_at: sentAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      undelivered: undelivered.has(causeOfInvite(invite_id)),
    })),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.invite_id }) : null,
  };
}

type MemberRow = Omit<OrganisationMember, 'joined_at' | 'tokens_this_month' | 'authorised'> & {
  joined_at: Date;
  sort_at: string;
  birth_year: number | null;
  authorised: boolean;
};
type InviteRow = Omit<OrganisationInvite, 'sent_at' | 'expires_at' | 'undelivered'> & { sent_at: Date; expires_at: Date; sort_at: string };

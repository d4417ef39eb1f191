import { ORGANISATION_PAGE, type OrganisationPerson } from '#contract/organisations/organisation.contract.ts';
import { needsConsent } from '#contract/identity/parental-consent.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { spentFromPool } from '#domain/billing/subscriptions/subscription.queries.ts';
import { toldToCaller } from '#domain/identity/age/age-eligibility.queries.ts';
import { platformNameOf } from './platform-name.queries.ts';
import { undeliveredOf } from '#domain/mail/mail.queries.ts';
import { database } from '#domain/platform/database.ts';
import { folded, hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { causeOfInvite } from './invite-secret.ts';
import { endsSessions } from './end-memberships.command.ts';
import { findAllowed } from '#domain/membership/membership.queries.ts';

interface Sought {
  readonly q?: string | undefined;
  readonly role?: OrganisationRole | undefined;
  readonly state?: OrganisationPerson['state'] | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}
interface People {
  readonly people: OrganisationPerson[];
  readonly next_cursor: string | null;
}

const SORT_TIME = sql`'YYYY-MM-DD HH24:MI:SS.US'`;

/**
 * Lists the people of the caller's organisation, in the order in which it came to know them, with the tokens each has spent from the pool
 * this month: everybody who is a member or invited, or those that match. People who left are listed only when searched for. A key's list
 * leaves out children without consent (`toldToCaller`).
 * @throws ProductError organisation.none, organisation.not_allowed, validation.failed for a bad cursor
 */
export async function listPeople({ accountId, ...sought }: Sought & { readonly accountId: string }): Promise<People> {
  const { organisationId } = await findAllowed(accountId, 'see_people');
  return peopleOf(organisationId, sought);
}

/** Lists the people of an organisation, like `listPeople`. */
export async function peopleOf(organisationId: string, sought: Sought = {}): Promise<People> {
  const { q = '', role, state, cursor, limit = ORGANISATION_PAGE } = sought;
  const after = cursor === undefined ? null : decodeCursor(cursor, 'cursor');
  const rows = await rowsOf<Row>(
    database(),
    // the page first, then the joins: right after an import of thousands, the planner's statistics lack the new people
    sql`with page as materialized (
          select p.* from organisation_person p ${q === '' ? empty : sql`left join account a on a.id = p.account_id`}
           where p.organisation_id = ${organisationId} and ${toldToCaller(sql`p.account_id`)}
             ${state === undefined ? sql`and p.state <> 'left'` : sql`and p.state = ${state}`}
             ${role === undefined ? empty : sql`and p.role = ${role}`}
             ${q === '' ? empty : sql`and ${hasEveryWord(folded(sql`p.given_name || ' ' || p.family_name || ' ' || coalesce(a.first_name || ' ' || a.last_name, '') || ' ' || p.email`), wordsOf(q))}`}
             ${after ? sql`and (p.created_at, p.id) > (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
           order by p.created_at, p.id limit ${limit + 1})
        select p.id as person_id, case when p.state = 'joined' then p.account_id end as user_id, p.email, ${platformNameOf(sql`p.email`)} as platform, p.role, p.role_by, p.state, p.source, p.birth_year,
            coalesce(nullif(trim(p.given_name || ' ' || p.family_name), ''), trim(a.first_name || ' ' || a.last_name), '') as name,
            a.birth_year as own_year, m.joined_at, p.left_at, i.id as invite_id, i.sent_at, i.expires_at,
            exists (select from parental_consent c where c.account_id = a.id and c.organisation_id = p.organisation_id)
              or (p.state = 'waiting' and p.authorised_at is not null) as authorised,
            array(select g.name from organisation_group_person member join organisation_group g on g.id = member.group_id
                   where member.person_id = p.id order by g.name limit 10) as groups,
            ${endsSessions(organisationId)} as ends_sessions,
            to_char(p.created_at at time zone 'UTC', ${SORT_TIME}) as sort_at
       from page p
       left join account a on a.id = p.account_id
       left join organisation_member m on m.account_id = p.account_id and m.organisation_id = p.organisation_id and p.state = 'joined'
       left join lateral (select i.id, i.sent_at, i.expires_at from organisation_invite i
                           where i.organisation_id = p.organisation_id and i.email = p.email and i.ended_at is null limit 1) i on true
      order by p.created_at, p.id`,
  );
  const page = rows.slice(0, limit);
  const [spent, undelivered] = await Promise.all([
    spentFromPool(
      organisationId,
      page.flatMap(({ user_id: userId }) => userId ?? []),
    ),
    undeliveredOf(page.flatMap(({ invite_id: inviteId }) => (inviteId === null ? [] : causeOfInvite(inviteId)))),
  ]);
  const last = page.at(-1);
  return {
    people: page.map((row) => toWire(row, { spent: (row.user_id && spent.get(row.user_id)) || 0, undelivered })),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.person_id }) : null,
  };
}

function toWire(
  row: Row,
  { spent, undelivered }: { readonly spent: number; readonly undelivered: ReadonlySet<string> },
): OrganisationPerson {
  const {
    own_year: ownYear,
    birth_year: listedYear,
    invite_id: inviteId,
    sent_at: sentAt,
    expires_at: expiresAt,
    sort_at: _,
    ...person
  } = row;
  return {
    ...person,
    joined_at: row.joined_at?.toISOString() ?? null,
    left_at: row.left_at?.toISOString() ?? null,
    invite:
      inviteId === null || row.state !== 'waiting'
        ? null
        : { sent_at: sentAt!.toISOString(), expires_at: expiresAt!.toISOString(), undelivered: undelivered.has(causeOfInvite(inviteId)) },
    tokens_this_month: spent,
    authorised: needsConsent(row.state === 'joined' ? ownYear : listedYear) ? row.authorised : null,
  };
}

type Row = Omit<OrganisationPerson, 'joined_at' | 'left_at' | 'invite' | 'tokens_this_month' | 'authorised'> & {
  readonly joined_at: Date | null;
  readonly left_at: Date | null;
  readonly invite_id: string | null;
  readonly sent_at: Date | null;
  readonly expires_at: Date | null;
  readonly birth_year: number | null;
  readonly own_year: number | null;
  readonly authorised: boolean;
  readonly sort_at: string;
};

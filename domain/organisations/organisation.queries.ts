import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { getOrganisation as endpoint, Organisation } from '#contract/organisations/organisation.contract.ts';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { poolOf, spentFromPool } from '#domain/billing/subscriptions/subscription.queries.ts';
import { database } from '#domain/platform/database.ts';
import { endsSessions } from './end-memberships.command.ts';
import { findJoinable } from './own-organisation.queries.ts';
import { RENEWS } from '#domain/membership/membership.queries.ts';

/** Returns the organisation of an account, or null. Its people are listed separately (`listPeople`). */
export async function findOrganisation(accountId: string): Promise<Organisation | null> {
  const [row] = await rowsOf<OrganisationRow>(
    database(),
    sql`select o.id, o.name, o.package_id, o.seats, o.ends_at, o.ends_at > now() as active, ${RENEWS} as renews, m.role,
            exists (select from organisation_person p where p.account_id = m.account_id and p.organisation_id = o.id and p.state = 'joined'
                       and ${endsSessions(sql`o.id`)}) as leaving_signs_out,
            (select count(*) from organisation_member where organisation_id = o.id) as seats_taken,
            (select count(*) from organisation_invite where organisation_id = o.id and ended_at is null and expires_at > now()) as seats_invited,
            (select jsonb_build_object('name', trim(a.first_name || ' ' || a.last_name), 'email', a.email)
               from organisation_member owner join account a on a.id = owner.account_id
              where owner.organisation_id = o.id and owner.role = 'owner' order by owner.joined_at, owner.account_id limit 1) as owner
       from organisation_member m join organisation o on o.id = m.organisation_id where m.account_id = ${accountId}`,
  );
  if (!row) return null;
  const [pool, spent] = await Promise.all([poolOf(row.id), spentFromPool(row.id, [accountId])]);
  return {
    organisation_id: row.id,
    name: row.name,
    package_id: row.package_id,
    plan: organisationPlanById(row.package_id)?.name ?? row.package_id,
    role: row.role,
    owner: row.owner,
    seats: row.seats,
    seats_taken: row.seats_taken,
    seats_invited: row.seats_invited,
    tokens_available: row.active ? pool.available : 0,
    tokens_held: pool.held,
    my_tokens_this_month: spent.get(accountId) ?? 0,
    leaving_signs_out: row.leaving_signs_out,
    active: row.active,
    ends_at: row.ends_at.toISOString(),
    renews: row.renews,
  };
}

/**
 * Returns an account's organisation, the open invites to the account's address, and the organisation it can join by its domain, once the
 * address is verified.
 */
export async function getOrganisation(accountId: string): Promise<AnswerOf<typeof endpoint>> {
  const [organisation, open, joinable] = await Promise.all([
    findOrganisation(accountId),
    rowsOf<{ organisation: string; sent_at: Date; expires_at: Date }>(
      database(),
      sql`select o.name as organisation, i.sent_at, i.expires_at
         from account a join organisation_invite i on i.email = a.email and i.ended_at is null and i.expires_at > now()
         join organisation o on o.id = i.organisation_id and o.ends_at > now()
        where a.id = ${accountId} and a.email_verified_at is not null
          and not exists (select from organisation_member m where m.account_id = a.id and m.organisation_id = o.id)
        order by i.sent_at desc`,
    ),
    findJoinable(accountId),
  ]);
  const invitations = open.map((row) => ({
    organisation: row.organisation,
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
  return { organisation, invitations, joinable: joinable?.name ?? null };
}

interface OrganisationRow {
  id: string;
  name: string;
  package_id: string;
  seats: number;
  ends_at: Date;
  active: boolean;
  renews: boolean;
  role: OrganisationRole;
  leaving_signs_out: boolean;
  seats_taken: number;
  seats_invited: number;
  owner: { name: string; email: string } | null;
}

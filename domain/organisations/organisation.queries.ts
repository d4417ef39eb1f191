import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { getOrganisation as endpoint, Organisation } from '#contract/billing/organisation.contract.ts';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { poolOf, spentFromPool } from '#domain/billing/organisation-pool.queries.ts';
import { database } from '#domain/platform/database.ts';

/** The organisation of an account; its people, their spending and its invites only for the owner. Null without one. */
export async function findOrganisation(accountId: string): Promise<Organisation | null> {
  const { rows } = await database().raw(
    `select o.id, o.name, o.package_id, o.seats, o.ends_at, o.ends_at > now() as active, m.role,
            (select count(*) from organisation_member where organisation_id = o.id) as seats_taken,
            (select count(*) from organisation_invite where organisation_id = o.id and ended_at is null and expires_at > now()) as seats_invited,
            (select jsonb_build_object('name', trim(a.first_name || ' ' || a.last_name), 'email', a.email)
               from organisation_member owner join account a on a.id = owner.account_id
              where owner.organisation_id = o.id and owner.role = 'owner') as owner
       from organisation_member m join organisation o on o.id = m.organisation_id where m.account_id = ?`,
    [accountId],
  );
  const [row] = rows as OrganisationRow[];
  if (!row) return null;
  const isOwner = row.role === 'owner';
  const [pool, spent, members, invites] = await Promise.all([
    poolOf(row.id),
    spentFromPool(row.id),
    isOwner ? membersOf(row.id) : null,
    isOwner ? openInvitesOf(row.id) : null,
  ]);
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
    active: row.active,
    ends_at: row.ends_at.toISOString(),
    members: members?.map((member) => ({ ...member, tokens_this_month: spent.get(member.user_id) ?? 0 })) ?? null,
    invites,
  };
}

/** The same with the open invites to the account's address, as far as it is known to be theirs. */
export async function getOrganisation(accountId: string): Promise<AnswerOf<typeof endpoint>> {
  const [organisation, { rows }] = await Promise.all([
    findOrganisation(accountId),
    database().raw(
      `select o.name as organisation, i.sent_at, i.expires_at
         from account a join organisation_invite i on i.email = a.email and i.ended_at is null and i.expires_at > now()
         join organisation o on o.id = i.organisation_id and o.ends_at > now()
        where a.id = :accountId and a.email_verified_at is not null
          and not exists (select from organisation_member m where m.account_id = a.id and m.organisation_id = o.id)
        order by i.sent_at desc`,
      { accountId },
    ),
  ]);
  const invitations = (rows as { organisation: string; sent_at: Date; expires_at: Date }[]).map((row) => ({
    organisation: row.organisation,
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
  return { organisation, invitations };
}

interface OrganisationRow {
  id: string;
  name: string;
  package_id: string;
  seats: number;
  ends_at: Date;
  active: boolean;
  role: 'owner' | 'member';
  seats_taken: number;
  seats_invited: number;
  owner: { name: string; email: string } | null;
}

type Member = NonNullable<Organisation['members']>[number];

/** The owner first, then by the day of joining. */
async function membersOf(organisationId: string): Promise<Omit<Member, 'tokens_this_month'>[]> {
  const { rows } = await database().raw(
    `select a.id as user_id, a.first_name, a.last_name, a.email, m.role, m.joined_at
       from organisation_member m join account a on a.id = m.account_id
      where m.organisation_id = ? order by m.role = 'owner' desc, m.joined_at, a.id`,
    [organisationId],
  );
  return (rows as (Omit<Member, 'tokens_this_month' | 'joined_at'> & { joined_at: Date })[]).map((row) => ({
    ...row,
    joined_at: row.joined_at.toISOString(),
  }));
}

async function openInvitesOf(organisationId: string): Promise<NonNullable<Organisation['invites']>> {
  const { rows } = await database().raw(
    `select id as invite_id, email, sent_at, expires_at from organisation_invite
      where organisation_id = ? and ended_at is null order by sent_at desc, id desc`,
    [organisationId],
  );
  return (rows as { invite_id: string; email: string; sent_at: Date; expires_at: Date }[]).map((row) => ({
    ...row,
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

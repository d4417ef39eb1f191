import type { Knex } from 'knex';
import { roleMay, type OrganisationAct, type OrganisationRole } from '#contract/organisations/roles.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/** A user's membership of an organisation. */
export interface Membership {
  readonly organisationId: string;
  readonly role: OrganisationRole;
  readonly name: string;
  readonly seats: number;
  /** Whether the current year is paid. */
  readonly active: boolean;
  /** When the paid year ends, or has ended. */
  readonly endsAt: Date;
  /** Whether another year is charged automatically. */
  readonly renews: boolean;
}

/**
 * SQL condition: an organisation `o` renews through a plan at Stripe. A contract has no plan; a cancelled plan ends, and so does one whose
 * payer deletes the account.
 */
export const RENEWS = sql`(o.ends_at > now() and exists (
  select from organisation_term t join subscription s on s.order_id = t.order_id join account payer on payer.id = s.account_id
   where t.organisation_id = o.id and s.for_organisation and s.status in ('trialing', 'active', 'past_due') and not s.cancel_at_period_end
     and coalesce(payer.deletion_due_at >= s.period_end, true)))`;

const memberships = (
  accountId: string,
): Sql => sql`select o.id, o.name, o.seats, o.ends_at > now() as active, o.ends_at as "endsAt", ${RENEWS} as renews, m.role
  from organisation_member m join organisation o on o.id = m.organisation_id where m.account_id = ${accountId}`;

type MembershipRow = Omit<Membership, 'organisationId'> & { readonly id: string };

const membershipOf = (row: MembershipRow | undefined) =>
  row
    ? {
        organisationId: row.id,
        role: row.role,
        name: row.name,
        seats: row.seats,
        active: row.active,
        endsAt: row.endsAt,
        renews: row.renews,
      }
    : null;

/** Returns the membership of an account, or null. */
export async function findMembership(accountId: string, store: Knex = database()): Promise<Membership | null> {
  return membershipOf((await rowsOf<MembershipRow>(store, memberships(accountId)))[0]);
}

/** Returns the membership of an account with the organisation locked, which serialises counting and taking seats. */
export async function lockMembership(trx: Knex.Transaction, accountId: string): Promise<Membership | null> {
  return membershipOf((await rowsOf<MembershipRow>(trx, sql`${memberships(accountId)} for update of o`))[0]);
}

/**
 * Locks the organisation of an account whose role allows an action.
 * @throws ProductError organisation.none, organisation.not_allowed
 */
export async function lockAllowed(trx: Knex.Transaction, accountId: string, act: OrganisationAct, ofWhat?: string): Promise<Membership> {
  return allowed(await lockMembership(trx, accountId), act, ofWhat);
}

/**
 * Returns the membership of an account whose role allows an action, without a lock.
 * @param ofWhat names the requested thing, which does not exist for accounts without an organisation
 * @throws ProductError organisation.none, or not_found; organisation.not_allowed
 */
export async function findAllowed(accountId: string, act: OrganisationAct, ofWhat?: string): Promise<Membership> {
  return allowed(await findMembership(accountId), act, ofWhat);
}

function allowed(membership: Membership | null, act: OrganisationAct, ofWhat?: string): Membership {
  if (!membership) throw ofWhat === undefined ? new ProductError('organisation.none') : notFound(ofWhat);
  if (!roleMay(membership.role, act)) throw new ProductError('organisation.not_allowed');
  return membership;
}

/**
 * Checks that a user may buy an organisation. A user belongs to at most one, and buying another would end the membership.
 * @throws ProductError organisation.already_member
 */
export async function mayOwnOrganisation(accountId: string): Promise<void> {
  const membership = await findMembership(accountId);
  if (!membership?.active) return;
  throw new ProductError('organisation.already_member', whyNot(membership));
}

function whyNot({ name, role, renews }: Membership): Sentence {
  if (role !== 'owner') return toSentence('You are a member of {name}. Leave it first to buy a plan for another organisation.', { name });
  return renews
    ? toSentence('You already own {name}; its plan renews automatically.', { name })
    : toSentence('You already own {name}. Another plan can be bought for it when its paid year has ended.', { name });
}

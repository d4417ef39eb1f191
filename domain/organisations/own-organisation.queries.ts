import type { Knex } from 'knex';
import { roleMay, type OrganisationAct, type OrganisationRole } from '#contract/organisations/roles.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { assertAge, findAgeRefusal } from '#domain/identity/age/age-eligibility.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';

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
 * SQL condition: an organisation `o` renews through a plan at Stripe. A contract has none, a cancelled plan ends, and so does one whose payer
 * deletes the account.
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

/** Returns the membership of an account, null without one. */
export async function findMembership(accountId: string, store: Knex = database()): Promise<Membership | null> {
  return membershipOf((await rowsOf<MembershipRow>(store, memberships(accountId)))[0]);
}

/** Returns it with the organisation locked, so that counting and taking seats is serialised. */
export async function lockMembership(trx: Knex.Transaction, accountId: string): Promise<Membership | null> {
  return membershipOf((await rowsOf<MembershipRow>(trx, sql`${memberships(accountId)} for update of o`))[0]);
}

/** Returns an organisation, locked, for work in nobody's name. @throws when it is unknown */
export async function lockOrganisation(trx: Knex.Transaction, organisationId: string): Promise<Omit<Membership, 'role' | 'renews'>> {
  const [row] = await rowsOf<Omit<MembershipRow, 'role' | 'renews'>>(
    trx,
    sql`select o.id, o.name, o.seats, o.ends_at > now() as active, o.ends_at as "endsAt" from organisation o where o.id = ${organisationId} for update`,
  );
  if (!row) throw new Error(`there is no organisation ${organisationId}`);
  const { id, ...rest } = row;
  return { organisationId: id, ...rest };
}

/**
 * Locks the organisation of an account whose role may do something.
 * @throws ProductError organisation.none, organisation.not_allowed
 */
export async function lockAllowed(trx: Knex.Transaction, accountId: string, act: OrganisationAct, ofWhat?: string): Promise<Membership> {
  return allowed(await lockMembership(trx, accountId), act, ofWhat);
}

/**
 * Returns it without a lock.
 * @param ofWhat what of the organisation is named: to somebody without one it does not exist
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
 * Tells whether an address belongs to an organisation, because its domain is verified: whoever proves the address is one of its people. A
 * domain's subdomains are domains of their own.
 */
export async function isVerifiedDomain(organisationId: string, address: string, store: Knex = database()): Promise<boolean> {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const known = await store('organisation_domain')
    .where({ organisation_id: organisationId, domain })
    .whereNotNull('verified_at')
    .first('id');
  return known !== undefined;
}

/**
 * Finds the organisation that somebody may join by the domain of their proven address: it has verified the domain, lets people join by it, its
 * year is paid, and it does not enforce its own sign-in. Nobody who has left it, or was removed, and nobody who is a member of another one.
 */
export async function findJoinable(accountId: string, store: Knex = database()): Promise<{ id: string; name: string } | null> {
  const [row] = await rowsOf<{ id: string; name: string }>(
    store,
    sql`select o.id, o.name
          from account a join organisation_domain d on d.domain = split_part(a.email, '@', 2) and d.verified_at is not null and d.joins
          join organisation o on o.id = d.organisation_id and o.ends_at > now()
         where a.id = ${accountId} and a.email_verified_at is not null and a.deleted_at is null
           and not exists (select from organisation_sign_in s where s.organisation_id = o.id and s.mode = 'enforced')
           and not exists (select from organisation_person p where p.organisation_id = o.id and p.email = a.email and p.state = 'left')
           and not exists (select from organisation_member m join organisation current on current.id = m.organisation_id
                            where m.account_id = a.id and (m.role = 'owner' or current.ends_at > now()))`,
  );
  return row ?? null;
}

/**
 * Checks that a user may buy an organisation: a user belongs to one at most, and a member would leave theirs by buying another.
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
    ? toSentence('You already own {name}; its plan renews by itself.', { name })
    : toSentence('You already own {name}. Another plan can be bought for it when its paid year has ended.', { name });
}

/** @throws ProductError organisation.ended */
export function assertActive({ active, name }: Pick<Membership, 'active' | 'name'>): void {
  if (!active) throw new ProductError('organisation.ended', toSentence('The plan of {name} has ended.', { name }));
}

/** Says that there are too few seats. */
export function seatsFull(left: number, wanted: number): ProductError {
  if (left <= 0) return new ProductError('organisation.seats_full', 'All seats are taken or reserved for pending invites.');
  const message = toSentence('{n, plural, one {# seat is} other {# seats are}} left for {people} people.', { n: left, people: wanted });
  return new ProductError('organisation.seats_full', message);
}

/**
 * Checks that an account is old enough for a role: an owner has confirmed being an adult, and other roles above member have not given an age under 18.
 * @throws ProductError age.unknown, age.too_young
 */
export async function assertAgeOf(trx: Knex.Transaction, accountId: string, role: OrganisationRole): Promise<void> {
  if (role === 'owner') return assertAge(accountId, 'organisation_owner', trx);
  if (role === 'member') return;
  const refusal = await findAgeRefusal(accountId, 'organisation_owner', trx);
  if (refusal === 'age.too_young') throw new ProductError(refusal, 'Anyone with a role above member must be an adult.');
}

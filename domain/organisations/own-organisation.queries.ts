import type { Knex } from 'knex';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { assertAge, findAgeRefusal } from '#domain/identity/age/age-eligibility.queries.ts';
import type { Membership } from '#domain/membership/membership.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Returns an organisation, locked, for work that has no caller. @throws Error when it does not exist */
export async function lockOrganisation(trx: Knex.Transaction, organisationId: string): Promise<Omit<Membership, 'role' | 'renews'>> {
  const [row] = await rowsOf<Omit<Membership, 'organisationId' | 'role' | 'renews'> & { readonly id: string }>(
    trx,
    sql`select o.id, o.name, o.seats, o.ends_at > now() as active, o.ends_at as "endsAt" from organisation o where o.id = ${organisationId} for update`,
  );
  if (!row) throw new Error(`there is no organisation ${organisationId}`);
  const { id, ...rest } = row;
  return { organisationId: id, ...rest };
}

/**
 * Tells whether an address belongs to an organisation because its domain is verified: a person who proves the address is one of its people.
 * Subdomains are separate domains.
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
 * Returns the organisation that an account can join by the domain of its proven address, or null. The organisation must have verified the
 * domain, let people join by it, have paid for its year, and not enforce its own sign-in. People who left it or were removed cannot join,
 * nor can members of another organisation.
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

/** @throws ProductError organisation.ended */
export function assertActive({ active, name }: Pick<Membership, 'active' | 'name'>): void {
  if (!active) throw new ProductError('organisation.ended', toSentence('The plan of {name} has ended.', { name }));
}

/** Builds the error for too few seats. */
export function seatsFull(left: number, wanted: number): ProductError {
  if (left <= 0) return new ProductError('organisation.seats_full', 'All seats are taken or reserved for pending invites.');
  const message = toSentence('{n, plural, one {Only # seat remains} other {Only # seats remain}} for {people} people.', {
    n: left,
    people: wanted,
  });
  return new ProductError('organisation.seats_full', message);
}

/**
 * Checks that an account is old enough for a role: an owner must have confirmed being an adult; for other roles above member, no age under
 * 18 may have been given.
 * @throws ProductError age.unknown, age.too_young
 */
export async function assertAgeOf(trx: Knex.Transaction, accountId: string, role: OrganisationRole): Promise<void> {
  if (role === 'owner') return assertAge(accountId, 'organisation_owner', trx);
  if (role === 'member') return;
  const refusal = await findAgeRefusal(accountId, 'organisation_owner', trx);
  if (refusal === 'age.too_young') throw new ProductError(refusal, 'Anyone with a role above member must be an adult.');
}

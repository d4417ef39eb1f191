import type { Knex } from 'knex';
import { say } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Where somebody belongs. */
export interface Membership {
  readonly organisationId: string;
  readonly role: 'owner' | 'member';
  readonly name: string;
  readonly seats: number;
  /** Whether the paid year is still running. */
  readonly active: boolean;
}

const MEMBERSHIP = `select o.id, o.name, o.seats, o.ends_at > now() as active, m.role
  from organisation_member m join organisation o on o.id = m.organisation_id where m.account_id = ?`;

const membershipOf = (row: { id: string; role: Membership['role']; name: string; seats: number; active: boolean } | undefined) =>
  row ? { organisationId: row.id, role: row.role, name: row.name, seats: row.seats, active: row.active } : null;

/** The membership of an account, null without one. */
export async function findMembership(accountId: string, store: Knex = database()): Promise<Membership | null> {
  return membershipOf((await store.raw(MEMBERSHIP, [accountId])).rows[0]);
}

/** The same with the organisation locked: whoever counts its seats and adds to them does so alone. */
export async function lockMembership(trx: Knex.Transaction, accountId: string): Promise<Membership | null> {
  return membershipOf((await trx.raw(`${MEMBERSHIP} for update of o`, [accountId])).rows[0]);
}

/**
 * To be asked before an organisation is sold to somebody: a person belongs to one at most, and a member would leave it by buying another.
 * @throws ProductError organisation.already_member
 */
export async function mayOwnOrganisation(accountId: string): Promise<void> {
  const membership = await findMembership(accountId);
  if (!membership?.active) return;
  throw new ProductError(
    'organisation.already_member',
    membership.role === 'owner'
      ? say('You already own {name}; its plan renews by itself.', { name: membership.name })
      : say('You are a member of {name}. Leave it first to buy a plan for another organisation.', { name: membership.name }),
  );
}

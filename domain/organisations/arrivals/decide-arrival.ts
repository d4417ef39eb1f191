import type { Knex } from 'knex';
import type { SignInFailureReason } from '#contract/organisations/sign-in.contract.ts';
import { isVerifiedDomain, lockOrganisation } from '#domain/organisations/own-organisation.queries.ts';
import { standingOf } from '#domain/organisations/sign-in/join-by-sign-in.command.ts';
import { type Connection } from '#domain/organisations/sign-in/sign-in.queries.ts';
import { isOwnerAtRisk } from '#domain/membership/ways-in.queries.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import type { ArrivedIdentity } from './arrived-identity.ts';

/** The account that an arriving person gets, and what changes. */
export type Decision =
  /** An existing account. `isNew`: it is linked only now, because the organisation has verified the domain of its address. */
  | {
      readonly way: 'known';
      readonly accountId: string;
      readonly isNew: boolean;
      readonly isUnproven: boolean;
      readonly standing: 'member' | 'joins';
    }
  | { readonly way: 'creates'; readonly email: string; readonly standing: 'joins' }
  /** The address's domain is not verified, so the account's owner has to sign in to the account once. */
  | { readonly way: 'asks_for_proof' }
  | { readonly way: 'refuses'; readonly reason: SignInFailureReason };

/**
 * Decides what happens when an organisation's provider vouches for a person; changes nothing, so a Test can show the same. The provider's
 * subject identifies the person. An address counts only if the organisation has verified its domain: a provider has no say over other
 * addresses, and an address that changes there moves no account.
 */
export async function decideArrival(trx: Knex.Transaction, connection: Connection, identity: ArrivedIdentity): Promise<Decision> {
  const { organisationId } = connection;
  const { issuer, subject, email } = identity;
  // of two concurrent arrivals, the second finds the first one's account; sign-ins with providers take the same lock
  await lockName(trx, `arrival:${organisationId}:${issuer}:${subject}`);
  if (email !== null) await lockName(trx, `provider:${email}`);
  const known = await trx('organisation_identity').where({ organisation_id: organisationId, issuer, subject }).first('account_id');
  if (known) return cameBack(trx, connection, { accountId: known.account_id, isNew: false, isUnproven: false });
  if (email === null || !(await isVerifiedDomain(organisationId, email, trx))) return { way: 'asks_for_proof' };
  await lockOrganisation(trx, organisationId);
  const account = await trx('account').where({ email, deleted_at: null }).forUpdate().first('id', 'email_verified_at');
  if (!account) {
    const standing = await standingOf(trx, connection, { email });
    return standing === 'joins'
      ? { way: 'creates', email, standing }
      : { way: 'refuses', reason: standing === 'member' ? 'not_member' : standing };
  }
  if (await isOthers(trx, { organisationId, issuer, accountId: account.id })) return { way: 'refuses', reason: 'other_person' };
  return cameBack(trx, connection, { accountId: account.id, isNew: true, isUnproven: account.email_verified_at === null });
}

async function cameBack(
  trx: Knex.Transaction,
  connection: Connection,
  who: { accountId: string; isNew: boolean; isUnproven: boolean },
): Promise<Decision> {
  const standing = await standingOf(trx, connection, who);
  if (standing === 'member' && (await isOwnerAtRisk(trx, connection.organisationId, who.accountId)))
    return { way: 'refuses', reason: 'owner_at_risk' };
  return standing === 'member' || standing === 'joins' ? { way: 'known', ...who, standing } : { way: 'refuses', reason: standing };
}

/** Tells whether the provider vouches for another person with this account. */
export const isOthers = async (
  trx: Knex.Transaction,
  { organisationId, issuer, accountId }: { organisationId: string; issuer: string; accountId: string },
): Promise<boolean> =>
  (await trx('organisation_identity').where({ organisation_id: organisationId, issuer, account_id: accountId }).first('subject')) !==
  undefined;

import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { CATALOGUE_VERSION } from '#contract/billing/catalogue.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { database, transact } from '#domain/platform/database.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { takeMembership } from './admit-people.command.ts';
import { createOrganisation, type PaidOrganisation } from './organisation.commands.ts';
import { hashInviteToken, newInviteToken } from './invite-secret.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** Creates an adult with a verified address. @returns id and address */
export async function givenPerson(email = `${uuidv7()}@example.com`): Promise<{ id: string; email: string }> {
  return { id: await insertAccount(database(), { email, email_verified_at: new Date(), birth_year: 1980 }), email };
}

/** Creates a paid order of a plan for organisations. @returns its id */
export async function givenOrder(accountId: string, packageId = 'small_business'): Promise<string> {
  const id = uuidv7();
  await database()('billing_order').insert({
    id,
    account_id: accountId,
    kind: 'organisation',
    package_id: packageId,
    catalogue_version: CATALOGUE_VERSION,
    amount_cents: 500_000,
    status: 'fulfilled',
    fulfilled_at: new Date(),
  });
  return id;
}

/** Builds a fulfilled order for a year from `startsAt`, by default yesterday. */
export const aPaidYear = (
  given: Pick<PaidOrganisation, 'orderId' | 'ownerId'> & Partial<Omit<PaidOrganisation, 'orderId' | 'ownerId'>>,
): PaidOrganisation => {
  const startsAt = given.startsAt ?? new Date(Date.now() - DAY_MS);
  return { packageId: 'small_business', name: 'Apiary Ltd', startsAt, endsAt: new Date(startsAt.getTime() + YEAR_MS), ...given };
};

/** Creates an organisation of 50 seats with its owner, like a paid order. */
export async function givenOrganisation(
  given: { owner?: { id: string; email: string }; name?: string; startsAt?: Date } = {},
): Promise<{ id: string; orderId: string; owner: { id: string; email: string } }> {
  const owner = given.owner ?? (await givenPerson());
  const orderId = await givenOrder(owner.id);
  const paid = aPaidYear({
    orderId,
    ownerId: owner.id,
    name: given.name ?? 'Apiary Ltd',
    ...(given.startsAt && { startsAt: given.startsAt }),
  });
  return { id: await transact((trx) => createOrganisation(trx, paid)), orderId, owner };
}

/** Makes a person a member without an invite. @returns the id in the list of people */
export async function givenMember(organisationId: string, accountId: string, role: OrganisationRole = 'member'): Promise<string> {
  return transact(async (trx) => {
    const { email } = (await trx('account').where({ id: accountId }).first('email'))!;
    const { seats } = (await trx('organisation').where({ id: organisationId }).forUpdate().first('seats'))!;
    const outcome = await takeMembership(trx, { organisationId, seats }, { accountId, email, role, source: 'invite' });
    const isInside = await trx('organisation_member').where({ account_id: accountId, organisation_id: organisationId }).first('role');
    if (!isInside) throw new Error(`no member was added: ${outcome}`);
    return personIdOf(organisationId, email, trx);
  });
}

/** Returns a person's id in an organisation's list of people. */
export async function personIdOf(organisationId: string, email: string, store: Knex = database()): Promise<string> {
  return (await store('organisation_person').where({ organisation_id: organisationId, email }).first('id'))!.id;
}

/** Creates a verified domain of an organisation. */
export async function givenDomain(organisationId: string, domain: string): Promise<void> {
  await database()('organisation_domain').insert({ id: uuidv7(), organisation_id: organisationId, domain, verified_at: new Date() });
}

/** Creates an open invite. @returns the token in its mail */
export async function givenInvite(organisationId: string, email: string, expiresAt = new Date(Date.now() + 14 * DAY_MS)): Promise<string> {
  const token = newInviteToken();
  await database()('organisation_invite').insert({
    id: uuidv7(),
    organisation_id: organisationId,
    email,
    token_hash: hashInviteToken(token),
    expires_at: expiresAt,
  });
  return token;
}

/** Ends the organisation's years. */
export async function givenLapse(organisationId: string): Promise<void> {
  await database()('organisation')
    .where({ id: organisationId })
    .update({ ends_at: new Date(Date.now() - 1000) });
}

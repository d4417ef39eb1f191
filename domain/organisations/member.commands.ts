import type { Knex } from 'knex';
import { reaches, roleMay, type OrganisationAct, type OrganisationRole, type RoleGiver } from '#contract/organisations/roles.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { setSchoolConsent } from '#domain/identity/age/age.commands.ts';
import { endKeysIn } from '#domain/identity/api-keys/api-key.commands.ts';
import { forgetSessions } from '#domain/identity/sessions/session.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { endWebhooksIn } from '#domain/webhooks/webhook.commands.ts';
import { admitPeople, endExpiredInvites, inviterOf, seatsLeft, takeMembership, type Inviter } from './admit-people.command.ts';
import { endMemberships } from './end-memberships.command.ts';
import type { OrganisationPerson } from './organisation.model.ts';
import { assertActive, assertAgeOf, findJoinable, lockOrganisation, seatsFull } from './own-organisation.queries.ts';
import { findMembership, lockMembership, type Membership } from '#domain/membership/membership.queries.ts';

interface OfPerson {
  /** The member who acts. */
  readonly accountId: string;
  readonly personId: string;
}
type Person = Pick<OrganisationPerson, 'id' | 'account_id' | 'email' | 'role' | 'state'>;

/**
 * Locks the caller's organisation, and with it everybody's roles, before an action on one of its people.
 * @throws ProductError not_found unless both belong to the same organisation; organisation.not_allowed; organisation.above_role when the
 * person's role is above the caller's
 */
async function lockFor(trx: Knex.Transaction, act: OrganisationAct, given: OfPerson): Promise<{ own: Membership; person: Person }> {
  if (!isUuid(given.personId)) throw notFound('member');
  const own = await lockMembership(trx, given.accountId);
  const inside = own && { id: given.personId, organisation_id: own.organisationId };
  const person = inside && (await trx('organisation_person').where(inside).first('id', 'account_id', 'email', 'role', 'state'));
  if (!person) throw notFound('member');
  if (!roleMay(own.role, act)) throw new ProductError('organisation.not_allowed');
  if (!reaches(own.role, person.role)) throw new ProductError('organisation.above_role');
  return { own, person };
}

/**
 * Checks that a person can stop being an owner: another owner remains, and this one does not pay. Call it with the organisation locked.
 * @throws ProductError organisation.owner_stays, organisation.payer_stays
 */
export async function assertMayStepDown(trx: Knex.Transaction, organisationId: string, accountId: string): Promise<void> {
  const other = await trx('organisation_member')
    .where({ organisation_id: organisationId, role: 'owner' })
    .whereNot('account_id', accountId)
    .first('account_id');
  if (!other) throw new ProductError('organisation.owner_stays', 'The organisation needs an owner. Make someone else an owner first.');
  const pays = await rowsOf(
    trx,
    sql`select 1 from organisation o join organisation_term t on t.organisation_id = o.id join subscription s on s.order_id = t.order_id
         where o.id = ${organisationId} and o.ends_at > now() and s.account_id = ${accountId} and s.for_organisation
           and s.status in ('trialing', 'active', 'past_due') and not s.cancel_at_period_end limit 1`,
  );
  if (pays.length > 0)
    throw new ProductError('organisation.payer_stays', 'The person who pays for the plan remains an owner until the plan is cancelled.');
}

/**
 * Gives a person of the organisation another role, at most the caller's own; an invited person gets it on joining. Repeating it changes
 * nothing.
 * @throws ProductError not_found, organisation.not_allowed, organisation.above_role, organisation.owner_stays, organisation.payer_stays;
 * age.unknown, age.too_young for an owner who has not confirmed being an adult, and for others who have given an age under 18
 */
export async function changeRole({ role, ...given }: OfPerson & { readonly role: OrganisationRole }): Promise<void> {
  await transact(async (trx) => {
    const { own, person } = await lockFor(trx, 'give_roles', given);
    if (person.state === 'left') throw notFound('member');
    if (!reaches(own.role, role)) throw new ProductError('organisation.above_role');
    if (role === person.role) return;
    await storeRole(trx, { organisationId: own.organisationId, person, role, by: 'hand', actor: `account:${given.accountId}` });
  });
}

interface NewRole {
  readonly organisationId: string;
  readonly person: Person;
  readonly role: OrganisationRole;
  /** The source of the role. Only a person can withdraw a role that a person gave; a directory withdraws only roles that it gave. */
  readonly by: RoleGiver;
  readonly actor: string;
}

/** Stores a new role of a member or an invited person, with an audit entry. @throws ProductError as `changeRole` */
export async function storeRole(trx: Knex.Transaction, { organisationId, person, role, by, actor }: NewRole): Promise<void> {
  if (person.state === 'joined') {
    await assertAgeOf(trx, person.account_id!, role);
    if (person.role === 'owner') await assertMayStepDown(trx, organisationId, person.account_id!);
    await trx('organisation_member').where({ account_id: person.account_id!, organisation_id: organisationId }).update({ role });
    if (roleMay(person.role, 'hold_keys') && !roleMay(role, 'hold_keys')) {
      await endKeysIn(trx, organisationId, [person.account_id!]);
      await endWebhooksIn(trx, organisationId, [person.account_id!]);
    }
  }
  await trx('organisation_invite').where({ organisation_id: organisationId, email: person.email, ended_at: null }).update({ role });
  await rowsOf(
    trx,
    sql`update organisation_person
           set hand_role = case when ${by} = 'hand' or role = 'owner' then null when role_by = 'hand' then role else hand_role end,
               role = ${role}, role_by = ${by}, version = version + 1, changed_at = now() where id = ${person.id}`,
  );
  const detail = { person: person.id, member: person.account_id, from: person.role, to: role, by };
  await recordAudit({ actor, action: 'organisation.role', subject: `organisation:${organisationId}`, detail }, trx);
}

interface Authorisation extends OfPerson {
  /** False withdraws the consent. */
  readonly isAuthorised: boolean;
  /** On what grounds, e.g. where the parents' consent is kept. */
  readonly reason?: string | undefined;
}

/**
 * Records the consent of an organisation (e.g. a school) for a member under 13 (PROF-04): who gave it, when and why. The member sees the
 * record. It counts while the member belongs to the organisation. Repeating it changes nothing.
 * @throws ProductError not_found unless both belong to the same organisation, and for a person who has not joined;
 * organisation.not_allowed; organisation.authorises_itself; age.unknown, age.too_young unless the person who consents has confirmed being
 * an adult
 */
export async function authoriseMember({ isAuthorised, reason, ...given }: Authorisation): Promise<void> {
  await transact(async (trx) => {
    const { own, person } = await lockFor(trx, 'authorise_minors', given);
    if (person.state !== 'joined') throw notFound('member');
    await assertAge(given.accountId, 'organisation_owner', trx);
    if (person.account_id === given.accountId) throw new ProductError('organisation.authorises_itself');
    const consent = { accountId: person.account_id!, organisationId: own.organisationId, isGiven: isAuthorised };
    if (!(await setSchoolConsent(trx, { ...consent, recordedBy: given.accountId, reason: reason ?? null }))) return;
    const action = isAuthorised ? 'account.school_agreed' : 'account.school_withdrew';
    const detail = { organisation: own.organisationId, ...(isAuthorised && { reason }) };
    await recordAudit({ actor: `account:${given.accountId}`, action, subject: `account:${person.account_id}`, detail }, trx);
  });
}

/**
 * Removes a person from the organisation, or withdraws an invite. An email says what ends and what stays (`endMemberships`). Repeating it
 * changes nothing.
 * @throws ProductError not_found unless both belong to the same organisation; organisation.not_allowed, organisation.above_role,
 *   organisation.owner_stays, organisation.payer_stays
 */
export async function removePerson(given: OfPerson): Promise<void> {
  const ended = await transact(async (trx) => {
    const { own, person } = await lockFor(trx, 'remove_people', given);
    const { organisationId } = own;
    if (person.state === 'left') return [];
    if (person.state === 'joined' && person.role === 'owner') await assertMayStepDown(trx, organisationId, person.account_id!);
    const isOwnWish = person.account_id === given.accountId;
    const sessions = await endMemberships(trx, { organisation: own, personIds: [person.id], isOwnWish });
    const action = isOwnWish
      ? 'organisation.left'
      : person.state === 'joined'
        ? 'organisation.member_removed'
        : 'organisation.invite_withdrawn';
    const detail = { person: person.id, ...(person.account_id && { member: person.account_id }) };
    await recordAudit({ actor: `account:${given.accountId}`, action, subject: `organisation:${organisationId}`, detail }, trx);
    return sessions;
  });
  forgetSessions(ended);
}

/**
 * Leaves the caller's own organisation. The last owner cannot leave: an organisation without one could not be renewed.
 * @throws ProductError organisation.none, organisation.owner_stays, organisation.payer_stays
 */
export async function leaveOrganisation(accountId: string): Promise<void> {
  const ended = await transact(async (trx) => {
    const own = await lockMembership(trx, accountId);
    if (!own) throw new ProductError('organisation.none');
    const { organisationId } = own;
    if (own.role === 'owner') await assertMayStepDown(trx, organisationId, accountId);
    const personIds = await trx('organisation_person')
      .where({ account_id: accountId, organisation_id: organisationId, state: 'joined' })
      .pluck('id');
    const sessions = await endMemberships(trx, { organisation: own, personIds, isOwnWish: true });
    await recordAudit(
      {
        actor: `account:${accountId}`,
        action: 'organisation.left',
        subject: `organisation:${organisationId}`,
        detail: { member: accountId },
      },
      trx,
    );
    return sessions;
  });
  forgetSessions(ended);
}

/**
 * Sends a person's invite again, with a new link; the previous link stops working.
 * @throws ProductError not_found, also for a person who has joined or left; organisation.not_allowed, organisation.above_role,
 * organisation.ended, organisation.seats_full when the old invite had expired and no seat is left
 */
export async function resendInvite(given: OfPerson): Promise<void> {
  await transact(async (trx) => {
    const { own, person } = await lockFor(trx, 'invite', given);
    if (person.state !== 'waiting') throw notFound('invite');
    await inviteAgain(trx, { organisation: own, person, inviter: await inviterOf(trx, given.accountId) });
  });
}

interface Again {
  readonly organisation: Pick<Membership, 'organisationId' | 'name' | 'seats' | 'active'>;
  readonly person: Pick<Person, 'id' | 'email'>;
  readonly inviter: Inviter;
}

/** Sends a waiting person an invite with a new link, in a locked organisation. @throws ProductError organisation.ended, organisation.seats_full */
export async function inviteAgain(trx: Knex.Transaction, { organisation, person, inviter }: Again): Promise<void> {
  assertActive(organisation);
  await endExpiredInvites(trx, organisation.organisationId);
  await trx('organisation_invite')
    .where({ organisation_id: organisation.organisationId, email: person.email, ended_at: null })
    .update({ ended_at: trx.fn.now(), ended_how: 'withdrawn' });
  const left = await seatsLeft(trx, organisation);
  if (left < 1) throw seatsFull(left, 1);
  await admitPeople(trx, { organisation, personIds: [person.id], inviter });
}

/**
 * Makes an account created for a learning platform a member of its organisation, in the caller's transaction. The learner takes a seat like
 * any member. The organisation consents for its learners, minors included, as the person who registered the platform has confirmed.
 * @throws ProductError organisation.ended, organisation.seats_full
 */
export async function admitLearner(
  trx: Knex.Transaction,
  { organisationId, accountId }: { readonly organisationId: string; readonly accountId: string },
): Promise<void> {
  const organisation = await lockOrganisation(trx, organisationId);
  assertActive(organisation);
  const { email } = (await trx('account').where({ id: accountId }).first('email'))!;
  const outcome = await takeMembership(trx, organisation, { accountId, email, role: 'member', source: 'lms', isAnsweredFor: true });
  if (outcome === 'seats_full') throw seatsFull(0, 1);
  // the account was just created, so it has no other membership
  if (outcome !== 'joined') throw new Error(`a new account cannot join: ${outcome}`);
}

/**
 * Makes a person a member of the organisation that has verified the domain of their address and lets people join by it. A person whom the
 * organisation waits for gets the role intended for them, if old enough. Repeating it changes nothing.
 * @throws ProductError not_found without such an organisation; organisation.seats_full, organisation.already_member; age.too_young for the
 * role
 */
export async function joinByDomain(accountId: string): Promise<void> {
  await transact(async (trx) => {
    const found = await findJoinable(accountId, trx);
    if (!found) {
      if ((await findMembership(accountId, trx))?.active) return;
      throw notFound('organisation');
    }
    const organisation = await lockOrganisation(trx, found.id);
    // the setting may have changed meanwhile, or the person have joined or been removed
    if ((await findJoinable(accountId, trx))?.id !== found.id) throw notFound('organisation');
    const { email } = (await trx('account').where({ id: accountId }).first('email'))!;
    const waiting = await trx('organisation_person').where({ organisation_id: found.id, email, state: 'waiting' }).first('role');
    const role = waiting && waiting.role !== 'owner' ? waiting.role : 'member';
    await assertAgeOf(trx, accountId, role);
    const outcome = await takeMembership(trx, organisation, { accountId, email, role, source: 'domain' });
    if (outcome === 'seats_full') throw seatsFull(0, 1);
    if (outcome === 'other_organisation') throw new ProductError('organisation.already_member');
    if (outcome === 'other_person') throw notFound('organisation');
    const subject = `organisation:${found.id}`;
    await recordAudit(
      { actor: `account:${accountId}`, action: 'organisation.joined_by_domain', subject, detail: { member: accountId, role } },
      trx,
    );
  });
}

import { verifyAddress } from '#domain/identity/accounts/email-address.commands.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { recordAudits } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { reaches, type OrganisationRole } from '#contract/organisations/roles.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { undeliveredOf } from '#domain/mail/mail.queries.ts';
import { actingKey } from '#domain/platform/acting-key.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { addPeople, admitPeople, endExpiredInvites, inviterOf, seatsLeft, takeMembership } from './admit-people.command.ts';
import { causeOfInvite, hashInviteToken } from './invite-secret.ts';
import { assertActive, assertAgeOf, seatsFull } from './own-organisation.queries.ts';
import { lockAllowed, type Membership } from '#domain/membership/membership.queries.ts';

interface NewInvites {
  readonly accountId: string;
  /** In lower case; duplicates count once. */
  readonly emails: readonly string[];
  /** Their role. */
  readonly role?: OrganisationRole | undefined;
}

/**
 * Invites people by email: all of them, or none when one address is invalid. Each gets a link that works for 14 days; a person whose
 * address belongs to the organisation joins at once (`admitPeople`). An open invite whose mail could not be delivered is replaced. Members
 * and open invites together never exceed the seats, even under concurrent calls, because the organisation is locked.
 * @throws ProductError validation.failed with what is wrong at `emails.<index>`; organisation.none, organisation.not_allowed,
 * organisation.above_role, organisation.ended, organisation.seats_full; key.person_needed for a program that gives any role but member
 */
export async function invitePeople({ accountId, emails, role = 'member' }: NewInvites): Promise<void> {
  await transact(async (trx) => {
    const organisation = await lockAllowed(trx, accountId, 'invite');
    if (!reaches(organisation.role, role)) throw new ProductError('organisation.above_role');
    if (role !== 'member' && actingKey())
      throw new ProductError('key.person_needed', 'An API key can only invite members. Someone must be signed in to give another role.');
    assertActive(organisation);
    const { organisationId } = organisation;
    await endExpiredInvites(trx, organisationId);
    const addresses = [...new Set(emails)];
    await endUndelivered(trx, organisationId, addresses);
    await refuseKnown(trx, organisation, emails);
    const left = await seatsLeft(trx, organisation);
    if (addresses.length > left) throw seatsFull(left, addresses.length);
    const added = await addPeople(
      trx,
      { organisationId, source: 'invite' },
      addresses.map((email) => ({ email, role })),
    );
    const who = { actor: `account:${accountId}`, action: 'organisation.invited' as const, subject: `organisation:${organisationId}` };
    await recordAudits(
      added.map(({ id }) => ({ ...who, detail: { person: id, to: role } })),
      trx,
    );
    await admitPeople(trx, { organisation, personIds: added.map(({ id }) => id), inviter: await inviterOf(trx, accountId) });
  });
}

/** Ends invites whose mail could not be delivered, so that the address can get a new one. */
async function endUndelivered(trx: Knex.Transaction, organisationId: string, emails: readonly string[]): Promise<void> {
  const open: string[] = await trx('organisation_invite')
    .where({ organisation_id: organisationId })
    .whereNull('ended_at')
    .whereIn('email', emails)
    .pluck('id');
  const undelivered = await undeliveredOf(open.map(causeOfInvite), trx);
  await trx('organisation_invite')
    .whereIn(
      'id',
      open.filter((id) => undelivered.has(causeOfInvite(id))),
    )
    .update({ ended_at: trx.fn.now(), ended_how: 'withdrawn' });
}

/** Rejects addresses that are already members or invited. @throws ProductError validation.failed */
async function refuseKnown(trx: Knex.Transaction, { organisationId }: Membership, emails: readonly string[]): Promise<void> {
  const known = await rowsOf<{ email: string; is_member: boolean }>(
    trx,
    sql`select a.email, true as is_member from organisation_member m join account a on a.id = m.account_id
      where m.organisation_id = ${organisationId} and a.email = any(${emails}::text[])
     union all
     select email, true from organisation_person
      where organisation_id = ${organisationId} and state = 'joined' and email = any(${emails}::text[])
     union all
     select email, false from organisation_invite
      where organisation_id = ${organisationId} and ended_at is null and email = any(${emails}::text[])`,
  );
  const byEmail = new Map(known.map(({ email, is_member }) => [email, is_member]));
  const why = (email: string) =>
    byEmail.get(email) ? toSentence('{email} is already a member.', { email }) : toSentence('{email} is already invited.', { email });
  const errors = emails.flatMap((email, index) => (byEmail.has(email) ? [fieldProblem(`emails.${index}`, why(email))] : []));
  const [first] = errors;
  if (first) throw new ProductError('validation.failed', first.words, { data: { errors } });
}

interface Invite {
  readonly id: string;
  readonly organisation_id: string;
  readonly email: string;
  readonly role: OrganisationRole;
  readonly ended_how: 'accepted' | 'withdrawn' | 'expired' | null;
  readonly is_over: boolean;
  readonly name: string;
  readonly seats: number;
  readonly active: boolean;
  /** Addresses come from a form, whose author waits for the response. */
  readonly by_hand: boolean;
}

/**
 * Accepts an organisation's invite. The organisation is locked while its seats are counted, so concurrent joins never exceed them. Only the
 * account with the invited address may join; the token proves that its owner reads the mail. Repeating it changes nothing. A membership of
 * an organisation whose plan has ended is replaced.
 * @throws ProductError auth.link_invalid for a token that is unknown, used up, withdrawn or expired; organisation.other_address,
 * organisation.ended, organisation.already_member, organisation.seats_full; age.unknown, age.too_young for the invite's role
 */
export async function acceptInvite({ accountId, token }: { accountId: string; token: string }): Promise<void> {
  await transact(async (trx) => {
    const invite = await lockInvite(trx, token);
    const account = await trx('account').where({ id: accountId }).first('email', 'first_name', 'last_name');
    if (account!.email !== invite.email) {
      throw new ProductError(
        'organisation.other_address',
        toSentence('This invite went to another address than {email}. Sign in with the address that got the mail.', {
          email: account!.email,
        }),
      );
    }
    // the token was mailed to this address
    await verifyAddress(trx, accountId);
    const current = await membershipBeside(trx, accountId);
    if (current?.organisation_id === invite.organisation_id) return endInvite(trx, invite, accountId);
    if (invite.ended_how !== null || invite.is_over) throw linkInvalid();
    assertActive(invite);
    if (current && (current.active || current.role === 'owner')) throw alreadyMember(current.name);
    await assertAgeOf(trx, accountId, invite.role);
    await takeSeat(trx, invite, accountId);
    if (invite.by_hand) await notifyOwner(trx, invite, `${account!.first_name} ${account!.last_name}`.trim() || account!.email);
  });
}

async function lockInvite(trx: Knex.Transaction, token: string): Promise<Invite> {
  // lock the organisation first, then read the invite under the lock
  const locked = await rowsOf(
    trx,
    sql`select id from organisation where id = (select organisation_id from organisation_invite where token_hash = ${hashInviteToken(token)}) for update`,
  );
  if (locked.length === 0) throw linkInvalid();
  const [invite] = await rowsOf<Invite>(
    trx,
    sql`select i.id, i.organisation_id, i.email, i.role, i.ended_how, i.expires_at <= now() as is_over, o.name, o.seats, o.ends_at > now() as active,
            not exists (select from organisation_person p where p.organisation_id = o.id and p.email = i.email and p.source <> 'invite') as by_hand
       from organisation_invite i join organisation o on o.id = i.organisation_id where i.token_hash = ${hashInviteToken(token)}`,
  );
  return invite!;
}

const linkInvalid = () => new ProductError('auth.link_invalid', 'This invite no longer works. Ask for a new one.');
const alreadyMember = (name: string) =>
  new ProductError(
    'organisation.already_member',
    toSentence('You already belong to {name}. A person belongs to one organisation at a time.', { name }),
  );

interface Current {
  readonly organisation_id: string;
  readonly role: OrganisationRole;
  readonly name: string;
  readonly active: boolean;
}

async function membershipBeside(trx: Knex.Transaction, accountId: string): Promise<Current | undefined> {
  const [current] = await rowsOf<Current>(
    trx,
    sql`select m.organisation_id, m.role, o.name, o.ends_at > now() as active
       from organisation_member m join organisation o on o.id = m.organisation_id where m.account_id = ${accountId}`,
  );
  return current;
}

async function takeSeat(trx: Knex.Transaction, invite: Invite, accountId: string): Promise<void> {
  const { organisation_id: organisationId, name, seats, email, role } = invite;
  const outcome = await takeMembership(trx, { organisationId, seats }, { accountId, email, role, source: 'invite' });
  if (outcome === 'seats_full')
    throw new ProductError(
      'organisation.seats_full',
      toSentence('All {n} seats in {name} are taken. Ask its owner to add more.', { n: seats, name }),
    );
  if (outcome === 'other_organisation') throw alreadyMember('another organisation');
  if (outcome === 'other_person') throw linkInvalid();
}

async function endInvite(trx: Knex.Transaction, { id }: Invite, accountId: string): Promise<void> {
  await trx('organisation_invite')
    .where({ id })
    .whereNull('ended_at')
    .update({ ended_at: trx.fn.now(), ended_how: 'accepted', accepted_by: accountId });
}

async function notifyOwner(trx: Knex.Transaction, { id, organisation_id }: Invite, who: string): Promise<void> {
  const owner = await trx('organisation_member').where({ organisation_id, role: 'owner' }).orderBy('joined_at').first('account_id');
  if (owner) {
    await addNotification(trx, {
      accountId: owner.account_id,
      kind: 'organisation.joined',
      cause: `organisation.joined:${id}`,
      subject: who,
    });
  }
}

import { verifyAddress } from '#domain/identity/accounts/email-address.commands.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { INVITE_DAYS } from '#contract/billing/organisation.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { undeliveredOf } from '#domain/mail/mail.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, ProductError, notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import { causeOfInvite, hashInviteToken, newInviteToken } from './invite-secret.ts';
import { lockMembership, type Membership } from './own-organisation.queries.ts';

/**
 * Invites people by email: all of them, or none when one is invalid. Each gets a link that works for 14 days. An open invite whose mail
 * could not be delivered is replaced. Members and open invites together never exceed the seats, even under concurrent calls: both lock the
 * organisation.
 *
 * @param emails in lower case; duplicates count once
 * @throws ProductError validation.failed with what is wrong at `emails.<index>`; organisation.none, organisation.not_owner,
 */
export async function invitePeople({ accountId, emails }: { accountId: string; emails: readonly string[] }): Promise<void> {
  await transact(async (trx) => {
    const organisation = await lockMembership(trx, accountId);
    if (!organisation) throw new ProductError('organisation.none');
    if (organisation.role !== 'owner') throw new ProductError('organisation.not_owner');
    if (!organisation.active)
      throw new ProductError('organisation.ended', toSentence('The plan of {name} has ended.', { name: organisation.name }));
    await endExpiredInvites(trx, organisation.organisationId);
    const addresses = [...new Set(emails)];
    await endUndelivered(trx, organisation.organisationId, addresses);
    const taken = await refuseKnown(trx, organisation, emails);
    const left = organisation.seats - taken;
    if (addresses.length > left) throw seatsFull(left, addresses.length);
    const inviter = await trx('account').where({ id: accountId }).first('first_name', 'last_name');
    for (const email of addresses) {
      await sendInvite(trx, organisation, { email, accountId, inviter: `${inviter!.first_name} ${inviter!.last_name}`.trim() });
    }
  });
}

/** Ends expired invites, so that their addresses can be invited again. */
async function endExpiredInvites(trx: Knex.Transaction, organisationId: string): Promise<void> {
  await trx('organisation_invite')
    .where({ organisation_id: organisationId })
    .whereNull('ended_at')
    .where('expires_at', '<=', trx.fn.now())
    .update({ ended_at: trx.fn.now(), ended_how: 'expired' });
}

/** Ends invites whose mail could not be delivered, so that the same address can get a new one. */
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

/**
 * Rejects addresses that are already members or invited. @returns seats that members and open invites hold @throws ProductError
 * validation.failed
 */
async function refuseKnown(trx: Knex.Transaction, { organisationId }: Membership, emails: readonly string[]): Promise<number> {
  const known = await rowsOf<{ email: string; is_member: boolean }>(
    trx,
    sql`select a.email, true as is_member from organisation_member m join account a on a.id = m.account_id
      where m.organisation_id = ${organisationId}
     union all
     select email, false from organisation_invite where organisation_id = ${organisationId} and ended_at is null`,
  );
  const byEmail = new Map(known.map(({ email, is_member }) => [email, is_member]));
  const why = (email: string) =>
    byEmail.get(email) ? toSentence('{email} is already a member.', { email }) : toSentence('{email} is already invited.', { email });
  const errors = emails.flatMap((email, index) => (byEmail.has(email) ? [fieldProblem(`emails.${index}`, why(email))] : []));
  const [first] = errors;
  if (first) throw new ProductError('validation.failed', first.words, { data: { errors } });
  return known.length;
}

function seatsFull(left: number, wanted: number): ProductError {
  if (left <= 0) return new ProductError('organisation.seats_full', 'All seats are taken or held by invites.');
  const message = toSentence('{n, plural, one {# seat is} other {# seats are}} left for {people} people.', { n: left, people: wanted });
  return new ProductError('organisation.seats_full', message);
}

async function sendInvite(
  trx: Knex.Transaction,
  { organisationId, name }: Membership,
  { email, accountId, inviter }: { email: string; accountId: string; inviter: string },
): Promise<void> {
  const id = uuidv7();
  const token = newInviteToken();
  await trx('organisation_invite').insert({
    id,
    organisation_id: organisationId,
    email,
    token_hash: hashInviteToken(token),
    invited_by: accountId,
    expires_at: expression(trx, sql`now() + ${INVITE_DAYS} * interval '1 day'`),
  });
  await addMail(trx, {
    kind: 'invite',
    cause: causeOfInvite(id),
    to: email,
    data: { organisation: name, inviter, link: `/organisation/join?token=${token}` },
  });
}

interface Invite {
  readonly id: string;
  readonly organisation_id: string;
  readonly email: string;
  readonly ended_how: 'accepted' | 'withdrawn' | 'expired' | null;
  readonly is_over: boolean;
  readonly name: string;
  readonly seats: number;
  readonly active: boolean;
}

/**
 * Accepts an organisation's invite. The organisation is locked while its seats are counted, so concurrent joins never exceed them. Only the
 * account with the invited address may join; the token proves that its owner reads the mail. Repeating it changes nothing. A membership of
 * an organisation whose plan has ended is replaced.
 *
 * @throws ProductError auth.link_invalid for a token that is unknown, used up, withdrawn or expired; organisation.other_address,
 *   organisation.ended, organisation.already_member, organisation.seats_full
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
    // the token was mailed there
    await verifyAddress(trx, accountId);
    const current = await membershipBeside(trx, accountId);
    if (current?.organisation_id === invite.organisation_id) return endInvite(trx, invite, accountId);
    if (invite.ended_how !== null || invite.is_over) throw linkInvalid();
    if (!invite.active) throw new ProductError('organisation.ended', toSentence('The plan of {name} has ended.', { name: invite.name }));
    if (current && (current.active || current.role === 'owner')) throw alreadyMember(current.name);
    await takeSeat(trx, invite, accountId);
    await endInvite(trx, invite, accountId);
    const joined = { type: 'member.joined', objectId: accountId, data: { invite_id: invite.id } } as const;
    await publishEvent(trx, { ...joined, to: { organisationId: invite.organisation_id } });
    await notifyOwner(trx, invite, `${account!.first_name} ${account!.last_name}`.trim() || account!.email);
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
    sql`select i.id, i.organisation_id, i.email, i.ended_how, i.expires_at <= now() as is_over, o.name, o.seats, o.ends_at > now() as active
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
  readonly role: 'owner' | 'member';
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

async function takeSeat(trx: Knex.Transaction, { organisation_id, name, seats }: Invite, accountId: string): Promise<void> {
  const taken = await trx('organisation_member').where({ organisation_id }).count({ count: '*' }).first();
  if (Number(taken!['count']) >= seats)
    throw new ProductError('organisation.seats_full', toSentence('All {n} seats of {name} are taken. Ask its owner.', { n: seats, name }));
  // the user may be accepting another organisation's invite at the same time; an ended membership is replaced
  const joined = await rowsOf(
    trx,
    sql`insert into organisation_member as m (account_id, organisation_id, role) values (${accountId}, ${organisation_id}, 'member')
     on conflict (account_id) do update set organisation_id = excluded.organisation_id, joined_at = now()
        where m.role = 'member' and not exists (select from organisation o where o.id = m.organisation_id and o.ends_at > now())
     returning account_id`,
  );
  if (joined.length === 0) throw alreadyMember('another organisation');
}

async function endInvite(trx: Knex.Transaction, { id }: Invite, accountId: string): Promise<void> {
  await trx('organisation_invite')
    .where({ id })
    .whereNull('ended_at')
    .update({ ended_at: trx.fn.now(), ended_how: 'accepted', accepted_by: accountId });
}

async function notifyOwner(trx: Knex.Transaction, { id, organisation_id }: Invite, who: string): Promise<void> {
  const owner = await trx('organisation_member').where({ organisation_id, role: 'owner' }).first('account_id');
  if (owner) {
    await addNotification(trx, {
      accountId: owner.account_id,
      kind: 'organisation.joined',
      cause: `organisation.joined:${id}`,
      subject: who,
    });
  }
}

/**
 * Withdraws an invite: its link stops working and its seat is free. Repeating it changes nothing; an accepted one is no longer an invite.
 * @throws ProductError not_found, also for members who do not own the organisation: they may not see invites
 */
export async function withdrawInvite({ accountId, inviteId }: { accountId: string; inviteId: string }): Promise<void> {
  if (!isUuid(inviteId)) throw notFound('invite');
  await transact(async (trx) => {
    const organisation = await lockMembership(trx, accountId);
    if (organisation?.role !== 'owner') throw notFound('invite');
    const invite = await trx('organisation_invite')
      .where({ id: inviteId, organisation_id: organisation.organisationId })
      .first('ended_at', 'ended_how');
    if (!invite || invite.ended_how === 'accepted') throw notFound('invite');
    if (invite.ended_at) return;
    await trx('organisation_invite').where({ id: inviteId }).update({ ended_at: trx.fn.now(), ended_how: 'withdrawn' });
  });
}

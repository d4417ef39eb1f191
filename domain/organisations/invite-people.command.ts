import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { INVITE_DAYS } from '#contract/billing/organisation.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { undeliveredOf } from '#domain/mail/undelivered.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
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

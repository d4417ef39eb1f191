import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { verifyAddress } from '#domain/identity/accounts/verify-email.command.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { hashInviteToken } from './invite-secret.ts';

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

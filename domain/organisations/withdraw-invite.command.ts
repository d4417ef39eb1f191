import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { lockMembership } from './own-organisation.queries.ts';

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

import { rowsOf, sql } from '#domain/platform/sql.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { lockMembership } from './own-organisation.queries.ts';

/**
 * Removes a member from the organisation, or leaves it. Running work paid by the pool is finished; new work is paid by the user. A member
 * removed by the owner is notified. The owner cannot leave: an organisation without one could not be renewed.
 *
 * @throws ProductError not_found unless both belong to the same organisation; organisation.not_owner, organisation.owner_stays
 */
export async function removeMember({ accountId, memberId }: { accountId: string; memberId: string }): Promise<void> {
  if (!isUuid(memberId)) throw notFound('member');
  await transact(async (trx) => {
    const organisation = await lockMembership(trx, accountId);
    if (!organisation) throw notFound('member');
    const { organisationId, name, role } = organisation;
    const member = await trx('organisation_member').where({ account_id: memberId, organisation_id: organisationId }).first('role');
    if (!member) throw notFound('member');
    const isSelf = memberId === accountId;
    if (!isSelf && role !== 'owner') throw new ProductError('organisation.not_owner');
    if (member.role === 'owner') throw new ProductError('organisation.owner_stays', 'The owner cannot leave the organisation.');
    await trx('organisation_member').where({ account_id: memberId }).delete();
    const detail = { member: memberId };
    await recordAudit(
      {
        actor: `account:${accountId}`,
        action: isSelf ? 'organisation.left' : 'organisation.member_removed',
        subject: `organisation:${organisationId}`,
        detail,
      },
      trx,
    );
    if (isSelf) return;
    const [moment] = await rowsOf<{ now: Date }>(trx, sql`select now()`);
    const cause = `organisation.removed:${organisationId}:${moment!.now.toISOString()}`;
    await addNotification(trx, { accountId: memberId, kind: 'organisation.removed', cause, subject: name });
  });
}

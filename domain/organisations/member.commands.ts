import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { setSchoolConsent } from '#domain/identity/age/age.commands.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { lockMembership } from './own-organisation.queries.ts';

interface Authorisation {
  readonly accountId: string;
  readonly memberId: string;
  /** False withdraws the consent. */
  readonly isAuthorised: boolean;
}

/**
 * Records the consent of an organisation's owner (e.g. a school) for a member under 13 (PROF-04). It counts while the member belongs to it.
 * Repeating it changes nothing.
 * @throws ProductError not_found unless both belong to the same organisation; organisation.not_owner;
 *   organisation.authorises_itself; age.unknown, age.too_young unless the owner has said to be an adult
 */
export async function authoriseMember({ accountId, memberId, isAuthorised }: Authorisation): Promise<void> {
  if (!isUuid(memberId)) throw notFound('member');
  await transact(async (trx) => {
    const organisation = await lockMembership(trx, accountId);
    const inside = organisation && { account_id: memberId, organisation_id: organisation.organisationId };
    if (!inside || !(await trx('organisation_member').where(inside).first('role'))) throw notFound('member');
    if (organisation.role !== 'owner') throw new ProductError('organisation.not_owner');
    await assertAge(accountId, 'organisation_owner', trx);
    if (memberId === accountId) throw new ProductError('organisation.authorises_itself');
    const given = { accountId: memberId, organisationId: organisation.organisationId, isGiven: isAuthorised };
    if (!(await setSchoolConsent(trx, given))) return;
    const action = isAuthorised ? 'account.school_agreed' : 'account.school_withdrew';
    await recordAudit({ actor: `account:${accountId}`, action, subject: `account:${memberId}`, detail: {} }, trx);
  });
}

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

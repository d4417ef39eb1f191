import type { StudyGroup } from '#contract/community/groups.contract.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { withdrawNotification } from '#domain/notifications/withdraw-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findMembership } from './groups.queries.ts';

interface Given {
  readonly accountId: string;
  readonly groupId: string;
}

/**
 * Joins a public group, or requests to join a private one; repeating it changes nothing.
 * @throws ProductError not_found; age.*, as `assertAge`
 */
export async function joinGroup({ accountId, groupId }: Given): Promise<StudyGroup['standing']> {
  return transact(async (trx) => {
    await assertAge(accountId, 'chat_with_strangers', trx);
    const standing = await findMembership({ accountId, groupId }, trx);
    if (standing === null) throw notFound('group');
    if (standing !== 'none') return standing;
    const group = await trx('study_group').where({ id: groupId }).first('is_public', 'name');
    const next = group!.is_public ? 'member' : 'requested';
    await trx('study_group_member')
      .insert({ group_id: groupId, account_id: accountId, standing: next })
      .onConflict(['group_id', 'account_id'])
      .ignore();
    if (next === 'requested') {
      const owners = await trx('study_group_member').where({ group_id: groupId, standing: 'owner' }).pluck('account_id');
      for (const owner of owners)
        await addNotification(trx, {
          accountId: owner,
          kind: 'group.requested',
          cause: `group.requested:${groupId}:${accountId}`,
          subject: group!.name,
        });
    }
    return next;
  });
}

/** Leaves a group or withdraws the request; its owner cannot leave. @throws ProductError not_found */
export async function leaveGroup({ accountId, groupId }: Given): Promise<StudyGroup['standing']> {
  return transact(async (trx) => {
    const standing = await findMembership({ accountId, groupId }, trx);
    if (standing === null) throw notFound('group');
    if (standing === 'owner') return 'owner';
    await trx('study_group_member').where({ group_id: groupId, account_id: accountId }).del();
    return 'none';
  });
}

/** Accepts a request to join, or removes a member from a group of the account. @throws ProductError not_found */
export async function decideMember({ accountId, groupId, personId, accepted }: Given & { personId: string; accepted: boolean }) {
  if (!isUuid(groupId) || !isUuid(personId)) throw notFound('group');
  return transact(async (trx) => {
    if ((await findMembership({ accountId, groupId }, trx)) !== 'owner') throw notFound('group');
    const member = trx('study_group_member').where({ group_id: groupId, account_id: personId }).whereNot({ standing: 'owner' });
    const found = await member.clone().forUpdate().first('standing');
    if (!found) throw notFound('person');
    if (accepted && found.standing === 'requested') {
      await member.clone().update({ standing: 'member', joined_at: trx.fn.now() });
      const { name } = (await trx('study_group').where({ id: groupId }).first('name'))!;
      await addNotification(trx, { accountId: personId, kind: 'group.accepted', cause: `group.accepted:${groupId}`, subject: name });
    }
    if (!accepted) await member.clone().del();
    await withdrawNotification(trx, { accountId, cause: `group.requested:${groupId}:${personId}` });
    return { accepted };
  });
}

import { MOST_GROUPS, type StudyGroup } from '#contract/community/groups.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText, withdrawText } from '#domain/moderation/submit-text.command.ts';
import { addNotification, withdrawNotification } from '#domain/notifications/notification.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Knex } from 'knex';
import { readGroup, findMembership } from './groups.queries.ts';

interface Given {
  readonly accountId: string;
  readonly groupId: string;
  readonly name: string;
  readonly description: string;
  readonly isPublic: boolean;
}

/**
 * Creates a study group, owned by its creator. Repeating the id, even concurrently, creates one group.
 * @throws ProductError community.too_many_groups; not_found when the id belongs to another account's group; moderation errors
 */
export async function createGroup(given: Given): Promise<StudyGroup> {
  const { accountId, groupId, name, description, isPublic } = given;
  const state = await transact(async (trx) => {
    await lockName(trx, `groups:${accountId}`);
    const own = (await trx('study_group').where({ creator_id: accountId }).pluck('id')) as string[];
    if (own.includes(groupId)) return 'clear';
    if (own.length >= MOST_GROUPS)
      throw new ProductError(
        'community.too_many_groups',
        toSentence('You can have {n} study groups. Delete one first.', { n: MOST_GROUPS }),
      );
    const added = await trx('study_group')
      .insert({ id: groupId, name, description, is_public: isPublic, creator_id: accountId })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (added.length === 0) throw notFound('group');
    await trx('study_group_member').insert({ group_id: groupId, account_id: accountId, standing: 'owner' });
    return submit(trx, given);
  });
  if (state === 'held') await startJudgement({ type: 'group', id: groupId });
  return (await readGroup({ viewerId: accountId, groupId })).group;
}

/** Edits one of the account's groups. @throws ProductError not_found; moderation errors */
export async function editGroup(given: Given): Promise<StudyGroup> {
  const { accountId, groupId, name, description, isPublic } = given;
  const state = await transact(async (trx) => {
    await ownGroup(trx, given);
    await trx('study_group').where({ id: groupId }).update({ name, description, is_public: isPublic });
    // a group that becomes public accepts all pending requests
    if (isPublic) await trx('study_group_member').where({ group_id: groupId, standing: 'requested' }).update({ standing: 'member' });
    return submit(trx, given);
  });
  if (state === 'held') await startJudgement({ type: 'group', id: groupId });
  return (await readGroup({ viewerId: accountId, groupId })).group;
}

/** Deletes one of the account's groups with its posts. @throws ProductError not_found */
export async function deleteGroup(given: Pick<Given, 'accountId' | 'groupId'>): Promise<{ deleted: true }> {
  return transact(async (trx) => {
    await ownGroup(trx, given);
    await trx('study_group').where({ id: given.groupId }).del();
    await withdrawText(trx, { type: 'group', id: given.groupId });
    return { deleted: true };
  });
}

async function ownGroup(trx: Knex.Transaction, { accountId, groupId }: Pick<Given, 'accountId' | 'groupId'>): Promise<void> {
  const mine = isUuid(groupId)
    ? await trx('study_group_member').where({ group_id: groupId, account_id: accountId, standing: 'owner' }).first('group_id')
    : undefined;
  if (!mine) throw notFound('group');
}

const submit = (trx: Knex.Transaction, { accountId, groupId, name, description }: Given) =>
  submitText(trx, { accountId, type: 'group', id: groupId, text: `${name}\n\n${description}`, href: `/community/groups/${groupId}` });

interface Membership {
  readonly accountId: string;
  readonly groupId: string;
}

/**
 * Joins a public group, or requests to join a private one; repeating it changes nothing.
 * @throws ProductError not_found; age.*, as `assertAge`
 */
export async function joinGroup({ accountId, groupId }: Membership): Promise<StudyGroup['standing']> {
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

/** Leaves a group or withdraws the request; the owner cannot leave. @returns the account's new standing @throws ProductError not_found */
export async function leaveGroup({ accountId, groupId }: Membership): Promise<StudyGroup['standing']> {
  return transact(async (trx) => {
    const standing = await findMembership({ accountId, groupId }, trx);
    if (standing === null) throw notFound('group');
    if (standing === 'owner') return 'owner';
    await trx('study_group_member').where({ group_id: groupId, account_id: accountId }).del();
    return 'none';
  });
}

/** Accepts a request to join, or removes a member, in one of the account's groups. @throws ProductError not_found */
export async function decideMember({ accountId, groupId, personId, accepted }: Membership & { personId: string; accepted: boolean }) {
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

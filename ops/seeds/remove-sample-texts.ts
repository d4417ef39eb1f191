import type { Knex } from 'knex';
import type { SubjectType } from '#contract/moderation/moderation.contract.ts';
import { withdrawText } from '#domain/moderation/submit-text.command.ts';
import type { SampleAccounts } from './remove-samples.ts';

/** Removes the sample discussions and groups in which only sample accounts are. @returns number of those that stay because of others */
export async function removeSampleTexts(trx: Knex.Transaction, { all, signIn }: SampleAccounts): Promise<number> {
  const posts: string[] = await trx('forum_post')
    .where({ is_sample: true })
    .whereNotExists(trx('forum_reply').whereRaw('post_id = forum_post.id').whereNotIn('author_id', all))
    .pluck('id');
  const replies: string[] = await trx('forum_reply').whereIn('post_id', posts).pluck('id');
  const groups: string[] = await trx('study_group')
    .where({ is_sample: true })
    .whereNotExists(trx('study_group_member').whereRaw('group_id = study_group.id').whereNotIn('account_id', all))
    .pluck('id');
  await trx('notification').whereIn('task_id', posts).delete();
  await trx('forum_post').whereIn('id', posts).delete();
  await trx('study_group').whereIn('id', groups).delete();
  await withdrawAll(trx, 'post', posts);
  await withdrawAll(trx, 'reply', replies);
  await withdrawAll(trx, 'group', groups);
  // whoever wrote in a forum joined it
  await trx('forum_member')
    .whereIn('account_id', signIn)
    .whereNotExists(trx('forum_post').whereRaw('author_id = forum_member.account_id and forum_post.forum_id = forum_member.forum_id'))
    .delete();
  const kept = [
    await trx('forum_post').where({ is_sample: true }).pluck('id'),
    await trx('study_group').where({ is_sample: true }).pluck('id'),
  ];
  return kept.flat().length;
}

async function withdrawAll(trx: Knex.Transaction, type: SubjectType, ids: readonly string[]): Promise<void> {
  for (const id of ids) await withdrawText(trx, { type, id });
}

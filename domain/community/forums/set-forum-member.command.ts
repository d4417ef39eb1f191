import { FORUM_IDS } from '#contract/community/forums.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import type { Knex } from 'knex';

/** Joins a forum or leaves it; repeating it changes nothing. @throws ProductError not_found for an unknown forum */
export async function setForumMember(
  { accountId, forumId, joined }: { accountId: string; forumId: string; joined: boolean },
  trx: Knex = database(),
): Promise<{ joined: boolean }> {
  const forum = FORUM_IDS.find((id) => id === forumId);
  if (!forum) throw notFound('forum');
  const mine = { account_id: accountId, forum_id: forum };
  if (joined) await trx('forum_member').insert(mine).onConflict(['account_id', 'forum_id']).ignore();
  else await trx('forum_member').where(mine).del();
  return { joined };
}

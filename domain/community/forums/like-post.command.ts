import { database } from '#domain/platform/database.ts';
import { findPost, findReply } from './posts.queries.ts';

interface Like {
  readonly accountId: string;
  readonly postId: string;
  readonly liked: boolean;
}

/** Likes a post, or removes the like; repeating it changes nothing. @returns number of likes @throws ProductError not_found */
export async function likePost({ accountId, postId, liked }: Like): Promise<{ liked: boolean; likes: number }> {
  await findPost({ viewerId: accountId, postId });
  return set('post_like', { post_id: postId }, { accountId, liked });
}

/** Likes a reply, or removes the like. @throws ProductError not_found */
export async function likeReply({
  accountId,
  postId,
  replyId,
  liked,
}: Like & { replyId: string }): Promise<{ liked: boolean; likes: number }> {
  await findPost({ viewerId: accountId, postId });
  await findReply({ viewerId: accountId, postId, replyId });
  return set('reply_like', { reply_id: replyId }, { accountId, liked });
}

async function set(table: string, key: Record<string, string>, { accountId, liked }: { accountId: string; liked: boolean }) {
  const mine = { ...key, account_id: accountId };
  if (liked) await database()(table).insert(mine).onConflict(Object.keys(mine)).ignore();
  else await database()(table).where(mine).del();
  const counted = await database()(table).where(key).count('* as count').first();
  return { liked, likes: Number(counted?.['count'] ?? 0) };
}

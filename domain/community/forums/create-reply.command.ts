import type { Reply } from '#contract/community/forums.contract.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText, withdrawText } from '#domain/moderation/submit-text.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import type { Knex } from 'knex';
import { findPost, findReply } from './posts.queries.ts';
import { notifySubscribers } from './notify-subscribers.command.ts';

interface OneReply {
  readonly accountId: string;
  readonly postId: string;
  readonly replyId: string;
}

/**
 * Replies to a post; repeating the id creates only one reply. Subscribers are notified, once until they have read it, but not of held
 * replies. The author is subscribed to later replies.
 * @throws ProductError not_found; community.locked; moderation errors
 */
export async function createReply(given: OneReply & { content: string }): Promise<Reply> {
  const { accountId, postId, replyId, content } = given;
  const state = await transact(async (trx) => {
    const post = await findPost({ viewerId: accountId, postId }, trx);
    if (post.locked) throw new ProductError('community.locked', 'This discussion is locked.');
    const added = await trx('forum_reply')
      .insert({ id: replyId, post_id: postId, author_id: accountId, content })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (added.length === 0) return 'clear';
    await trx('post_reading')
      .insert({ account_id: accountId, post_id: postId, is_subscribed: true, read_at: trx.fn.now() })
      .onConflict(['account_id', 'post_id'])
      .merge(['read_at']);
    const judged = await submit(trx, given);
    if (judged === 'clear') {
      await trx('forum_post').where({ id: postId }).update({ active_at: trx.fn.now() });
      await notifySubscribers(trx, { accountId, postId, title: post.title });
    }
    return judged;
  });
  if (state === 'held') await startJudgement({ type: 'reply', id: replyId });
  const reply = await findReply({ viewerId: accountId, postId, replyId });
  if (!reply.mine) throw notFound('reply');
  return reply;
}

/** Edits a reply of the account. @throws ProductError not_found; community.locked; moderation errors */
export async function editReply(given: OneReply & { content: string }): Promise<Reply> {
  const { accountId, postId, replyId, content } = given;
  const state = await transact(async (trx) => {
    const post = await findPost({ viewerId: accountId, postId }, trx);
    const reply = await findReply({ viewerId: accountId, postId, replyId }, trx);
    if (!reply.mine) throw notFound('reply');
    if (post.locked) throw new ProductError('community.locked', 'This discussion is locked.');
    await trx('forum_reply').where({ id: replyId }).update({ content, edited_at: trx.fn.now() });
    return submit(trx, given);
  });
  if (state === 'held') await startJudgement({ type: 'reply', id: replyId });
  return findReply({ viewerId: accountId, postId, replyId });
}

/** Deletes a reply, as its author or the moderator of its post. @throws ProductError not_found */
export async function deleteReply({ accountId, postId, replyId }: OneReply): Promise<{ deleted: true }> {
  return transact(async (trx) => {
    const post = await findPost({ viewerId: accountId, postId }, trx);
    const reply = await findReply({ viewerId: accountId, postId, replyId }, trx);
    if (!reply.mine && !post.moderates) throw notFound('reply');
    await trx('forum_reply').where({ id: replyId }).del();
    await withdrawText(trx, { type: 'reply', id: replyId });
    if (!reply.mine)
      await recordAudit(
        { actor: `account:${accountId}`, action: 'reply.delete', subject: `reply:${replyId}`, detail: { author: reply.author_id } },
        trx,
      );
    return { deleted: true };
  });
}

/** Marks a post read now, subscribed or not. */
export async function markRead({ accountId, postId }: { accountId: string; postId: string }): Promise<void> {
  await database()('post_reading')
    .insert({ account_id: accountId, post_id: postId, read_at: database().fn.now() })
    .onConflict(['account_id', 'post_id'])
    .merge(['read_at']);
}

/** Subscribes to replies, or unsubscribes. @throws ProductError not_found */
export async function subscribe({ accountId, postId, subscribed }: { accountId: string; postId: string; subscribed: boolean }) {
  await findPost({ viewerId: accountId, postId });
  await database()('post_reading')
    .insert({ account_id: accountId, post_id: postId, is_subscribed: subscribed })
    .onConflict(['account_id', 'post_id'])
    .merge(['is_subscribed']);
  return { subscribed };
}

const submit = (trx: Knex.Transaction, { accountId, postId, replyId, content }: OneReply & { content: string }) =>
  submitText(trx, { accountId, type: 'reply', id: replyId, text: content, href: `/community/discussions/${postId}` });

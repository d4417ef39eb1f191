import type { Reply } from '#contract/community/forums.contract.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText, withdrawText } from '#domain/moderation/submit-text.command.ts';
import { belongsToGroup } from '#domain/groups/groups.queries.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Knex } from 'knex';
import { findPost, findReply } from './posts.queries.ts';

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
      await tellSubscribers(trx, { accountId, postId, title: post.title });
    }
    return judged;
  });
  if (state === 'held') await startJudgement({ type: 'reply', id: replyId });
  const reply = await findReply({ viewerId: accountId, postId, replyId });
  if (!reply.mine) throw notFound('reply');
  return reply;
}

/** Sends the notifications of a held reply once it is released. */
export async function tellReplyCleared(trx: Knex.Transaction, replyId: string): Promise<void> {
  if (!isUuid(replyId)) return;
  const reply = await trx('forum_reply as reply')
    .join('forum_post as post', 'post.id', 'reply.post_id')
    .where('reply.id', replyId)
    .first('reply.author_id', 'reply.post_id', 'post.title');
  if (!reply) return;
  await trx('forum_post').where({ id: reply.post_id }).update({ active_at: trx.fn.now() });
  await tellSubscribers(trx, { accountId: reply.author_id, postId: reply.post_id, title: reply.title });
}

/**
 * Notifies subscribers: once per reader until they read it, so the cause includes when they did. Not users who have left the post's group,
 * or muted the author.
 */
async function tellSubscribers(
  trx: Knex.Transaction,
  { accountId, postId, title }: { accountId: string; postId: string; title: string },
): Promise<void> {
  const readers = await trx('post_reading')
    .where({ post_id: postId, is_subscribed: true })
    .whereNot({ account_id: accountId })
    .whereNotExists(
      trx('person_block')
        .select(1)
        .whereRaw('(account_id, blocked_id) in ((post_reading.account_id, ?), (?, post_reading.account_id))', [accountId, accountId]),
    )
    .whereRaw(
      `not exists (select from forum_post post where post.id = post_reading.post_id and post.group_id is not null
                      and not ${belongsToGroup('post.group_id', 'post_reading.account_id')})
       and not exists (select from person_mute where person_mute.account_id = post_reading.account_id and muted_id = ?)`,
      [accountId],
    )
    .select('account_id', 'read_at');
  for (const { account_id: reader, read_at: readAt } of readers) {
    const cause = `post.replied:${postId}:${(readAt as Date).getTime()}`;
    await addNotification(trx, { accountId: reader, kind: 'post.replied', cause, subject: title, taskId: postId });
  }
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

import type { ForumId, Post, Reply } from '#contract/community/forums.contract.ts';
import { namedLessons } from '#domain/courses/content/course-content.queries.ts';
import { liveContents, idsOf, lessonIdIn } from '#domain/courses/content/live-lesson.queries.ts';
import { assertGroupMember } from '#domain/community/groups/groups.queries.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText, withdrawText } from '#domain/moderation/submit-text.command.ts';
import { transact, database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import type { Knex } from 'knex';
import { notifySubscribers } from './notify-subscribers.command.ts';
import { setForumMember } from './set-forum-member.command.ts';
import { findPost, findReply } from './forum.queries.ts';

interface OnePost {
  readonly accountId: string;
  readonly postId: string;
}

interface NewPost extends OnePost {
  readonly title: string;
  readonly content: string;
  readonly category?: ForumId | undefined;
  readonly groupId?: string | undefined;
  readonly lesson?: { readonly course_id: string; readonly lesson_id: string } | undefined;
}

/**
 * Starts a discussion. The client generates the id, so that sending the same post again creates one. The author joins the forum, and is
 * notified of replies.
 * @throws ProductError not_found for a group or lesson that is not the account's; moderation errors
 */
export async function createPost(given: NewPost): Promise<Post> {
  const { accountId, postId, title, content, groupId, category } = given;
  const lesson = given.lesson ? await lessonOf(accountId, given.lesson) : null;
  const state = await transact(async (trx) => {
    if (groupId !== undefined) await assertGroupMember({ groupId, accountId }, trx);
    const added = await trx('forum_post')
      .insert({ id: postId, author_id: accountId, title, content, forum_id: category ?? null, group_id: groupId ?? null, ...lesson })
      .onConflict('id')
      .ignore()
      .returning('id');
    // a repeat; another user's id is not found below
    if (added.length === 0) return 'clear';
    await trx('post_reading').insert({ account_id: accountId, post_id: postId, is_subscribed: true });
    if (category !== undefined) await setForumMember({ accountId, forumId: category, joined: true }, trx);
    return submitPost(trx, given);
  });
  if (state === 'held') await startJudgement({ type: 'post', id: postId });
  const post = await findPost({ viewerId: accountId, postId });
  if (!post.mine) throw notFound('post');
  return post;
}

async function lessonOf(accountId: string, { course_id: courseId, lesson_id: text }: { course_id: string; lesson_id: string }) {
  const { contents } = await liveContents({ accountId, courseId });
  const lessonId = lessonIdIn(idsOf(contents), text);
  const lesson = namedLessons(contents).find((one) => one.lesson_id === lessonId);
  return { lesson_id: lessonId, lesson_title: lesson?.title ?? '' };
}

/** Edits one of the account's posts. @throws ProductError not_found; moderation errors */
export async function editPost(given: OnePost & { title: string; content: string }): Promise<Post> {
  const { accountId, postId, title, content } = given;
  const state = await transact(async (trx) => {
    const post = await findPost({ viewerId: accountId, postId }, trx);
    if (!post.mine) throw notFound('post');
    await trx('forum_post').where({ id: postId }).update({ title, content, edited_at: trx.fn.now() });
    return submitPost(trx, given);
  });
  if (state === 'held') await startJudgement({ type: 'post', id: postId });
  return findPost({ viewerId: accountId, postId });
}

/** Deletes a post with its replies, as its author or moderator. @throws ProductError not_found */
export async function deletePost({ accountId, postId }: OnePost): Promise<{ deleted: true }> {
  return transact(async (trx) => {
    const post = await findPost({ viewerId: accountId, postId }, trx);
    if (!post.mine && !post.moderates) throw notFound('post');
    const replies = (await trx('forum_reply').where({ post_id: postId }).pluck('id')) as string[];
    await trx('forum_post').where({ id: postId }).del();
    await withdrawText(trx, { type: 'post', id: postId });
    for (const id of replies) await withdrawText(trx, { type: 'reply', id });
    if (!post.mine) {
      const detail = { title: post.title, author: post.author_id };
      await recordAudit({ actor: `account:${accountId}`, action: 'post.delete', subject: `post:${postId}`, detail }, trx);
    }
    return { deleted: true };
  });
}

/** Pins or locks a post, as a moderator or the owner of its group. @throws ProductError not_found */
export async function moderatePost({ accountId, postId, pinned, locked }: OnePost & { pinned: boolean; locked: boolean }) {
  return transact(async (trx) => {
    const post = await findPost({ viewerId: accountId, postId }, trx);
    if (!post.moderates) throw notFound('post');
    await trx('forum_post').where({ id: postId }).update({ is_pinned: pinned, is_locked: locked });
    const detail = { pinned, locked };
    await recordAudit({ actor: `account:${accountId}`, action: 'post.moderate', subject: `post:${postId}`, detail }, trx);
    return { pinned, locked };
  });
}

const submitPost = (trx: Knex.Transaction, { accountId, postId, title, content }: OnePost & { title: string; content: string }) =>
  submitText(trx, { accountId, type: 'post', id: postId, text: `${title}\n\n${content}`, href: `/community/discussions/${postId}` });

interface OneReply {
  readonly accountId: string;
  readonly postId: string;
  readonly replyId: string;
}

/**
 * Replies to a post; repeating the id creates one reply. Subscribers are notified, once until they have read it, but not of held replies.
 * The author is subscribed to later replies.
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
    const judged = await submitReply(trx, given);
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

/** Edits one of the account's replies. @throws ProductError not_found; community.locked; moderation errors */
export async function editReply(given: OneReply & { content: string }): Promise<Reply> {
  const { accountId, postId, replyId, content } = given;
  const state = await transact(async (trx) => {
    const post = await findPost({ viewerId: accountId, postId }, trx);
    const reply = await findReply({ viewerId: accountId, postId, replyId }, trx);
    if (!reply.mine) throw notFound('reply');
    if (post.locked) throw new ProductError('community.locked', 'This discussion is locked.');
    await trx('forum_reply').where({ id: replyId }).update({ content, edited_at: trx.fn.now() });
    return submitReply(trx, given);
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

/** Marks a post as read now, subscribed or not. */
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

const submitReply = (trx: Knex.Transaction, { accountId, postId, replyId, content }: OneReply & { content: string }) =>
  submitText(trx, { accountId, type: 'reply', id: replyId, text: content, href: `/community/discussions/${postId}` });

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

/** Likes a reply, or removes the like; repeating it changes nothing. @returns number of likes @throws ProductError not_found */
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

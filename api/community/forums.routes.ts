import * as contract from '#contract/community/forums.contract.ts';
import { listForums } from '#domain/community/forums/forums.queries.ts';
import { setForumMember } from '#domain/community/forums/set-forum-member.command.ts';
import { likePost, likeReply } from '#domain/community/forums/like-post.command.ts';
import { findPost, listPosts, listReplies } from '#domain/community/forums/posts.queries.ts';
import { createPost, deletePost, editPost, moderatePost } from '#domain/community/forums/create-post.command.ts';
import { createReply, deleteReply, editReply, markRead, subscribe } from '#domain/community/forums/create-reply.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountForums(router: ApiRouter): void {
  mount(router, contract.listForums, async ({ user }) => ({ status: 200, body: { forums: await listForums(user.userId) } }));
  mount(router, contract.joinForum, async ({ user, params, body }) => ({
    status: 200,
    body: await setForumMember({ accountId: user.userId, forumId: params.forum_id, joined: body.joined }),
  }));
  mount(router, contract.listPosts, async ({ user, query }) => ({
    status: 200,
    body: await listPosts({ viewerId: user.userId, ...query }),
  }));
  mount(router, contract.createPost, async ({ user, body }) => ({
    status: 200,
    body: {
      message: contract.POST_CREATED,
      post: await createPost({
        accountId: user.userId,
        postId: body.post_id,
        title: body.title,
        content: body.content,
        category: body.category,
        groupId: body.group_id,
        lesson: body.lesson,
      }),
    },
  }));
  mount(router, contract.readPost, async ({ user, params, query }) => {
    const target = { viewerId: user.userId, postId: params.post_id };
    const post = await findPost(target);
    const page = await listReplies({ ...target, ...query });
    await markRead({ accountId: user.userId, postId: post.post_id });
    return { status: 200, body: { post, ...page } };
  });
  mount(router, contract.editPost, async ({ user, params, body }) => ({
    status: 200,
    body: { post: await editPost({ accountId: user.userId, postId: params.post_id, ...body }) },
  }));
  mount(router, contract.deletePost, async ({ user, params }) => ({
    status: 200,
    body: await deletePost({ accountId: user.userId, postId: params.post_id }),
  }));
  mount(router, contract.likePost, async ({ user, params, body }) => ({
    status: 200,
    body: await likePost({ accountId: user.userId, postId: params.post_id, liked: body.liked }),
  }));
  mount(router, contract.subscribePost, async ({ user, params, body }) => ({
    status: 200,
    body: await subscribe({ accountId: user.userId, postId: params.post_id, subscribed: body.subscribed }),
  }));
  mount(router, contract.moderatePost, async ({ user, params, body }) => ({
    status: 200,
    body: await moderatePost({ accountId: user.userId, postId: params.post_id, ...body }),
  }));
  mount(router, contract.createReply, async ({ user, params, body }) => ({
    status: 200,
    body: {
      reply: await createReply({ accountId: user.userId, postId: params.post_id, replyId: body.reply_id, content: body.content }),
    },
  }));
  mount(router, contract.editReply, async ({ user, params, body }) => ({
    status: 200,
    body: {
      reply: await editReply({ accountId: user.userId, postId: params.post_id, replyId: params.reply_id, content: body.content }),
    },
  }));
  mount(router, contract.deleteReply, async ({ user, params }) => ({
    status: 200,
    body: await deleteReply({ accountId: user.userId, postId: params.post_id, replyId: params.reply_id }),
  }));
  mount(router, contract.likeReply, async ({ user, params, body }) => ({
    status: 200,
    body: await likeReply({ accountId: user.userId, postId: params.post_id, replyId: params.reply_id, liked: body.liked }),
  }));
}

import * as contract from '#contract/community/community.contract.ts';
import * as forumsContract from '#contract/community/forums.contract.ts';
import * as groups from '#contract/community/groups.contract.ts';
import {
  createPost,
  deletePost,
  editPost,
  moderatePost,
  createReply,
  deleteReply,
  editReply,
  markRead,
  subscribe,
  likePost,
  likeReply,
} from '#domain/community/forums/post.commands.ts';
import { listForums, findPost, listPosts, listReplies, countCommunity, listSharedCourses } from '#domain/community/forums/forum.queries.ts';
import { setForumMember } from '#domain/community/forums/set-forum-member.command.ts';
import { createGroup, deleteGroup, editGroup, decideMember, joinGroup, leaveGroup } from '#domain/community/groups/group.commands.ts';
import { listGroups, readGroup } from '#domain/community/groups/groups.queries.ts';
import { joinLeaderboard } from '#domain/leaderboard/join-leaderboard.command.ts';
import { readLeaderboard } from '#domain/leaderboard/leaderboard.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountCommunity(router: ApiRouter): void {
  mountForums(router);
  mountGroups(router);
  mount(router, contract.getCommunity, async ({ user }) => ({ status: 200, body: await countCommunity(user.userId) }));
  mount(router, contract.readLeaderboard, async ({ user }) => ({ status: 200, body: await readLeaderboard(user.userId) }));
  mount(router, contract.joinLeaderboard, async ({ user, body }) => ({
    status: 200,
    body: await joinLeaderboard({ accountId: user.userId, name: body.display_name }),
  }));
  mount(router, contract.listSharedCourses, async () => ({ status: 200, body: { shared_courses: await listSharedCourses() } }));
}

function mountForums(router: ApiRouter): void {
  mount(router, forumsContract.listForums, async ({ user }) => ({ status: 200, body: { forums: await listForums(user.userId) } }));
  mount(router, forumsContract.joinForum, async ({ user, params, body }) => ({
    status: 200,
    body: await setForumMember({ accountId: user.userId, forumId: params.forum_id, joined: body.joined }),
  }));
  mount(router, forumsContract.listPosts, async ({ user, query }) => ({
    status: 200,
    body: await listPosts({ viewerId: user.userId, ...query }),
  }));
  mount(router, forumsContract.createPost, async ({ user, body }) => ({
    status: 200,
    body: {
      message: forumsContract.POST_CREATED,
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
  mount(router, forumsContract.readPost, async ({ user, params, query }) => {
    const target = { viewerId: user.userId, postId: params.post_id };
    const post = await findPost(target);
    const page = await listReplies({ ...target, ...query });
    await markRead({ accountId: user.userId, postId: post.post_id });
    return { status: 200, body: { post, ...page } };
  });
  mount(router, forumsContract.editPost, async ({ user, params, body }) => ({
    status: 200,
    body: { post: await editPost({ accountId: user.userId, postId: params.post_id, ...body }) },
  }));
  mount(router, forumsContract.deletePost, async ({ user, params }) => ({
    status: 200,
    body: await deletePost({ accountId: user.userId, postId: params.post_id }),
  }));
  mount(router, forumsContract.likePost, async ({ user, params, body }) => ({
    status: 200,
    body: await likePost({ accountId: user.userId, postId: params.post_id, liked: body.liked }),
  }));
  mount(router, forumsContract.subscribePost, async ({ user, params, body }) => ({
    status: 200,
    body: await subscribe({ accountId: user.userId, postId: params.post_id, subscribed: body.subscribed }),
  }));
  mount(router, forumsContract.moderatePost, async ({ user, params, body }) => ({
    status: 200,
    body: await moderatePost({ accountId: user.userId, postId: params.post_id, ...body }),
  }));
  mount(router, forumsContract.createReply, async ({ user, params, body }) => ({
    status: 200,
    body: {
      reply: await createReply({ accountId: user.userId, postId: params.post_id, replyId: body.reply_id, content: body.content }),
    },
  }));
  mount(router, forumsContract.editReply, async ({ user, params, body }) => ({
    status: 200,
    body: {
      reply: await editReply({ accountId: user.userId, postId: params.post_id, replyId: params.reply_id, content: body.content }),
    },
  }));
  mount(router, forumsContract.deleteReply, async ({ user, params }) => ({
    status: 200,
    body: await deleteReply({ accountId: user.userId, postId: params.post_id, replyId: params.reply_id }),
  }));
  mount(router, forumsContract.likeReply, async ({ user, params, body }) => ({
    status: 200,
    body: await likeReply({ accountId: user.userId, postId: params.post_id, replyId: params.reply_id, liked: body.liked }),
  }));
}

function mountGroups(router: ApiRouter): void {
  mount(router, groups.listGroups, async ({ user, query }) => ({
    status: 200,
    body: await listGroups({ viewerId: user.userId, ...query }),
  }));
  mount(router, groups.createGroup, async ({ user, body }) => ({
    status: 200,
    body: {
      message: groups.GROUP_CREATED,
      group: await createGroup({
        accountId: user.userId,
        groupId: body.group_id,
        name: body.name,
        description: body.description,
        isPublic: body.is_public,
      }),
    },
  }));
  mount(router, groups.readGroup, async ({ user, params }) => ({
    status: 200,
    body: await readGroup({ viewerId: user.userId, groupId: params.group_id }),
  }));
  mount(router, groups.editGroup, async ({ user, params, body }) => ({
    status: 200,
    body: {
      group: await editGroup({
        accountId: user.userId,
        groupId: params.group_id,
        name: body.name,
        description: body.description,
        isPublic: body.is_public,
      }),
    },
  }));
  mount(router, groups.deleteGroup, async ({ user, params }) => ({
    status: 200,
    body: await deleteGroup({ accountId: user.userId, groupId: params.group_id }),
  }));
  mount(router, groups.joinGroup, async ({ user, params, body }) => {
    const membership = { accountId: user.userId, groupId: params.group_id };
    return { status: 200, body: { standing: await (body.joined ? joinGroup(membership) : leaveGroup(membership)) } };
  });
  mount(router, groups.decideMember, async ({ user, params, body }) => ({
    status: 200,
    body: await decideMember({ accountId: user.userId, groupId: params.group_id, personId: params.person_id, accepted: body.accepted }),
  }));
}

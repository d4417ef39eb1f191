import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getCommunity, listSharedCourses } from '#contract/community/community.contract.ts';
import {
  createPost,
  createReply,
  deletePost,
  deleteReply,
  editPost,
  editReply,
  joinForum,
  likePost,
  likeReply,
  listForums,
  listPosts,
  moderatePost,
  readPost,
  subscribePost,
  type ForumId,
} from '#contract/community/forums.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { communityKey, useCommunityMutation } from '#frontend/lib/community/community-mutation.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

const first = undefined as string | undefined;

export const communityCounts = (userId: string) =>
  queryOptions({ queryKey: [...communityKey(userId), 'counts'], queryFn: ({ signal }) => call(getCommunity, { signal }) });

export const forums = (userId: string) =>
  queryOptions({
    queryKey: [...communityKey(userId), 'forums'],
    queryFn: async ({ signal }) => (await call(listForums, { signal })).forums,
  });

export const sharedCourses = (userId: string) =>
  queryOptions({
    queryKey: [...communityKey(userId), 'shared-courses'],
    queryFn: async ({ signal }) => (await call(listSharedCourses, { signal })).shared_courses,
  });

/** The filter of a list of discussions. */
export interface PostFilter {
  readonly forum?: ForumId | undefined;
  readonly groupId?: string | undefined;
  readonly lessonId?: string | undefined;
  readonly q?: string | undefined;
}

export const posts = (userId: string, { forum, groupId, lessonId, q }: PostFilter) =>
  infiniteQueryOptions({
    queryKey: [...communityKey(userId), 'posts', forum ?? '', groupId ?? '', lessonId ?? '', q ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listPosts, { query: { forum_id: forum, group_id: groupId, lesson_id: lessonId, q: q || undefined, after: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (rows) => rows,
  });

export const onePost = (userId: string, postId: string) =>
  infiniteQueryOptions({
    queryKey: [...communityKey(userId), 'post', postId],
    queryFn: ({ pageParam, signal }) => call(readPost, { params: { post_id: postId }, query: { after: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const useJoinForum = (userId: string) =>
  useCommunityMutation(userId, {
    mutationFn: ({ forum, joined }: { forum: ForumId; joined: boolean }) =>
      call(joinForum, { params: { forum_id: forum }, body: { joined }, fallback: t('Failed to join discussion') }),
    failed: t('Failed to join discussion'),
  });

export const useCreatePost = (userId: string, onCreated: (postId: string) => void) =>
  useCommunityMutation(userId, {
    mutationFn: (body: BodyInputOf<typeof createPost>) => call(createPost, { body, fallback: t('Failed to create post') }),
    failed: t('Failed to create post'),
    signIn: t('Please log in to create posts'),
    onSuccess: ({ post }) => {
      toast('success', t('Post created successfully!'));
      if (post.state === 'held') toast('info', t('Your text is reviewed before others can see it.'));
      onCreated(post.post_id);
    },
  });

export const useEditPost = (userId: string, postId: string, onDone: () => void) =>
  useCommunityMutation(userId, {
    mutationFn: (body: { title: string; content: string }) => call(editPost, { params: { post_id: postId }, body }),
    failed: t('The discussion could not be saved.'),
    onSuccess: onDone,
  });

export const useDeletePost = (userId: string, postId: string, onDone: () => void) =>
  useCommunityMutation(userId, {
    mutationFn: () => call(deletePost, { params: { post_id: postId } }),
    failed: t('The discussion could not be deleted.'),
    onSuccess: onDone,
  });

export const usePostSwitches = (userId: string, postId: string) => {
  const params = { post_id: postId };
  const like = useCommunityMutation(userId, {
    mutationFn: (liked: boolean) => call(likePost, { params, body: { liked } }),
    failed: t('Your like could not be saved.'),
  });
  const subscribe = useCommunityMutation(userId, {
    mutationFn: (subscribed: boolean) => call(subscribePost, { params, body: { subscribed } }),
    failed: (subscribed) =>
      subscribed ? t('Notifications of replies could not be turned on.') : t('Notifications of replies could not be turned off.'),
  });
  const moderate = useCommunityMutation(userId, {
    mutationFn: (body: { pinned: boolean; locked: boolean }) => call(moderatePost, { params, body }),
    failed: t('The discussion could not be changed.'),
  });
  return { like, subscribe, moderate };
};

export const useCreateReply = (userId: string, postId: string, onDone: () => void) =>
  useCommunityMutation(userId, {
    mutationFn: (body: { reply_id: string; content: string }) => call(createReply, { params: { post_id: postId }, body }),
    failed: t('The reply could not be sent.'),
    onSuccess: ({ reply }) => {
      // in a long discussion the reply is on a page that is not loaded yet
      toast('success', t('Reply sent'), null, false);
      if (reply.state === 'held') toast('info', t('Your text is reviewed before others can see it.'));
      onDone();
    },
  });

export const useReplyActions = (userId: string, postId: string, replyId: string, onSaved: () => void) => {
  const params = { post_id: postId, reply_id: replyId };
  return {
    like: useCommunityMutation(userId, {
      mutationFn: (liked: boolean) => call(likeReply, { params, body: { liked } }),
      failed: t('Your like could not be saved.'),
    }),
    edit: useCommunityMutation(userId, {
      mutationFn: (content: string) => call(editReply, { params, body: { content } }),
      failed: t('The reply could not be saved.'),
      onSuccess: onSaved,
    }),
    remove: useCommunityMutation(userId, { mutationFn: () => call(deleteReply, { params }), failed: t('The reply could not be deleted.') }),
  };
};

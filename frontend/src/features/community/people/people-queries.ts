import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  answerConnection,
  blockPerson,
  connectUsers,
  listBlocks,
  listConnections,
  listMutes,
  listProfiles,
  mutePerson,
  removeConnection,
  unblockPerson,
  unmutePerson,
} from '#contract/people/people.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { communityKey, useCommunityMutation } from '../community-queries.ts';

const first = undefined as string | undefined;

export const profiles = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...communityKey(userId), 'profiles'],
    queryFn: ({ pageParam, signal }) => call(listProfiles, { query: { after: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const connections = (userId: string) =>
  queryOptions({
    queryKey: [...communityKey(userId), 'connections'],
    queryFn: async ({ signal }) => (await call(listConnections, { params: { user_id: userId }, signal })).connections,
  });

export const blocks = (userId: string) =>
  queryOptions({
    queryKey: [...communityKey(userId), 'blocks'],
    queryFn: async ({ signal }) => (await call(listBlocks, { signal })).blocked,
  });

export const mutes = (userId: string) =>
  queryOptions({
    queryKey: [...communityKey(userId), 'mutes'],
    queryFn: async ({ signal }) => (await call(listMutes, { signal })).muted,
  });

/** Mutations on another user: connect, mute, block and the like. */
export const usePersonActions = (userId: string, personId: string) => {
  const params = { person_id: personId };
  const failed = t('It could not be saved.');
  return {
    connect: useCommunityMutation(userId, {
      mutationFn: () => call(connectUsers, { query: { user1_id: userId, user2_id: personId }, fallback: t('Failed to connect with user') }),
      failed: t('Failed to connect with user'),
      signIn: t('Please log in to connect with users'),
      onSuccess: () => toast('success', t('Connection request sent!')),
    }),
    answer: useCommunityMutation(userId, {
      mutationFn: (accept: boolean) => call(answerConnection, { params, body: { accept } }),
      failed,
    }),
    remove: useCommunityMutation(userId, { mutationFn: () => call(removeConnection, { params }), failed }),
    mute: useCommunityMutation(userId, {
      mutationFn: (muted: boolean) => (muted ? call(mutePerson, { params }) : call(unmutePerson, { params })),
      failed,
    }),
    block: useCommunityMutation(userId, {
      mutationFn: (blocked: boolean) => (blocked ? call(blockPerson, { params }) : call(unblockPerson, { params })),
      failed,
    }),
  };
};

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  createGroup,
  decideMember,
  deleteGroup,
  editGroup,
  joinGroup,
  listGroups,
  readGroup,
} from '#contract/community/groups.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { communityKey, useCommunityMutation } from '#frontend/lib/community/community-mutation.ts';

const first = undefined as string | undefined;

export const groups = (userId: string, q: string, mine: 'yes' | 'no') =>
  infiniteQueryOptions({
    queryKey: [...communityKey(userId), 'groups', q, mine],
    queryFn: ({ pageParam, signal }) => call(listGroups, { query: { q: q || undefined, mine, after: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (rows) => rows,
  });

export const oneGroup = (userId: string, groupId: string) =>
  queryOptions({
    queryKey: [...communityKey(userId), 'group', groupId],
    queryFn: ({ signal }) => call(readGroup, { params: { group_id: groupId }, signal }),
  });

export const useCreateGroup = (userId: string, onCreated: (groupId: string) => void) =>
  useCommunityMutation(userId, {
    mutationFn: (body: BodyInputOf<typeof createGroup>) => call(createGroup, { body, fallback: t('Failed to create study group') }),
    failed: t('Failed to create study group'),
    onSuccess: ({ group }) => {
      toast('success', t('Study group created successfully!'));
      if (group.state === 'held') toast('info', t('Your text is reviewed before others can see it.'));
      onCreated(group.group_id);
    },
  });

export const useEditGroup = (userId: string, groupId: string, onDone: () => void) =>
  useCommunityMutation(userId, {
    mutationFn: (body: BodyInputOf<typeof editGroup>) => call(editGroup, { params: { group_id: groupId }, body }),
    failed: t('The study group could not be saved.'),
    onSuccess: ({ group }) => {
      if (group.state === 'held') toast('info', t('Your text is reviewed before others can see it.'));
      onDone();
    },
  });

export const useJoinGroup = (userId: string, groupId: string) =>
  useCommunityMutation(userId, {
    mutationFn: (joined: boolean) => call(joinGroup, { params: { group_id: groupId }, body: { joined } }),
    failed: (joined) => (joined ? t('The study group could not be joined.') : t('The study group could not be left.')),
  });

export const useDecideMember = (userId: string, groupId: string) =>
  useCommunityMutation(userId, {
    mutationFn: ({ personId, accepted }: { personId: string; accepted: boolean }) =>
      call(decideMember, { params: { group_id: groupId, person_id: personId }, body: { accepted } }),
    failed: t('The request to join could not be answered.'),
  });

export const useDeleteGroup = (userId: string, groupId: string, onDone: () => void) =>
  useCommunityMutation(userId, {
    mutationFn: () => call(deleteGroup, { params: { group_id: groupId } }),
    failed: t('The study group could not be deleted.'),
    onSuccess: onDone,
  });

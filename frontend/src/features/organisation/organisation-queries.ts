import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  acceptInvite,
  getOrganisation,
  invitePeople,
  removeMember,
  withdrawInvite,
  type Organisation,
} from '#contract/billing/organisation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { refreshUser } from '#frontend/lib/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';

const organisationKey = (userId: string) => ['organisation', userId] as const;

/** The organisation a person belongs to, and the open invites to their address. */
export const ownOrganisation = (userId: string) =>
  queryOptions({
    queryKey: organisationKey(userId),
    queryFn: ({ signal }) => call(getOrganisation, { signal }),
    // people join while the page is open
    refetchOnWindowFocus: true,
  });

/** Somebody's own membership began or ended: what can be spent, and which plan counts, has changed. */
function useForgetPlan(userId: string) {
  const cache = useQueryClient();
  return () => {
    void cache.invalidateQueries({ queryKey: billingKey(userId) });
    void refreshUser();
  };
}

/** Shows at once what a call answered. */
function useShow(userId: string) {
  const cache = useQueryClient();
  return ({ organisation }: { organisation: Organisation | null }) => {
    cache.setQueryData(ownOrganisation(userId).queryKey, (before) => ({ invitations: before?.invitations ?? [], organisation }));
    void cache.invalidateQueries({ queryKey: organisationKey(userId) });
  };
}

/** Sends invites; what is wrong with which address is the caller's to show. */
export function useInvite(userId: string) {
  const show = useShow(userId);
  return useMutation({
    mutationFn: (emails: string[]) => call(invitePeople, { body: { emails } }),
    onSuccess: (answer, { length }) => {
      show(answer);
      toast('success', length === 1 ? t('Invite sent') : t('{n} invites sent', { n: length }));
    },
  });
}

export function useWithdraw(userId: string) {
  const show = useShow(userId);
  return useMutation({
    mutationFn: (inviteId: string) => call(withdrawInvite, { params: { invite_id: inviteId } }),
    onSuccess: show,
    onError: (error) => toast('error', errorText(error, t('The invite could not be withdrawn'))),
  });
}

/** Removes somebody, or leaves. */
export function useRemove(userId: string, onDone: () => void) {
  const show = useShow(userId);
  const forgetPlan = useForgetPlan(userId);
  return useMutation({
    mutationFn: (memberId: string) => call(removeMember, { params: { member_id: memberId } }),
    onSuccess: (answer, memberId) => {
      onDone();
      show(answer);
      if (memberId === userId) forgetPlan();
    },
  });
}

/** Joins with the token of a mail. */
export function useJoin(userId: string, onJoined: (organisation: Organisation) => void) {
  const show = useShow(userId);
  const forgetPlan = useForgetPlan(userId);
  return useMutation({
    mutationFn: (token: string) => call(acceptInvite, { body: { token } }),
    onSuccess: (answer) => {
      show(answer);
      forgetPlan();
      onJoined(answer.organisation);
    },
  });
}

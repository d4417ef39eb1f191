import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  acceptInvite,
  authoriseMember,
  changeRole,
  getOrganisation,
  invitePeople,
  joinByDomain,
  leaveOrganisation,
  listPeople,
  removePerson,
  resendInvite,
  type Organisation,
  type OrganisationPerson,
} from '#contract/organisations/organisation.contract.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { refreshUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export const organisationKey = (userId: string) => ['organisation', userId] as const;

/** The user's organisation, and the open invites to their address. */
export const ownOrganisation = (userId: string) =>
  queryOptions({
    queryKey: organisationKey(userId),
    queryFn: ({ signal }) => call(getOrganisation, { signal }),
    // members join while the page is open
    refetchOnWindowFocus: true,
  });

/** The filter of the member list; absent fields do not filter. */
export interface PeopleSought {
  readonly q?: string | undefined;
  readonly role?: OrganisationRole | undefined;
  readonly state?: OrganisationPerson['state'] | undefined;
}

/** The organisation's members, a page at a time. */
export const people = (userId: string, { q, role, state }: PeopleSought) =>
  infiniteQueryOptions({
    queryKey: [...organisationKey(userId), 'people', q ?? '', role ?? '', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listPeople, {
        query: { ...(q && { q }), ...(role && { role }), ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  });

/** After the user's own membership began or ended: refetches the balance and the plan. */
function useForgetPlan(userId: string) {
  const cache = useQueryClient();
  return () => {
    void cache.invalidateQueries({ queryKey: billingKey(userId) });
    void refreshUser();
  };
}

/** Shows the answer of a call at once. */
function useShow(userId: string) {
  const cache = useQueryClient();
  return ({ organisation }: { organisation: Organisation | null }) => {
    cache.setQueryData(ownOrganisation(userId).queryKey, (before) => ({
      invitations: before?.invitations ?? [],
      joinable: before?.joinable ?? null,
      organisation,
    }));
    void cache.invalidateQueries({ queryKey: organisationKey(userId) });
  };
}

/** Sends invites; the caller shows the errors by address. */
export function useInvite(userId: string) {
  const show = useShow(userId);
  return useAction({
    mutationFn: (body: { emails: string[]; role: OrganisationRole }) => call(invitePeople, { body }),
    onSuccess: (answer, { emails: { length } }) => {
      show(answer);
      toast('success', t('{n, plural, one {Invite sent} other {# invites sent}}', { n: length }));
    },
  });
}

/** Sends an invite again. */
export function useResend(userId: string) {
  const show = useShow(userId);
  return useAction({
    mutationFn: (personId: string) => call(resendInvite, { params: { person_id: personId } }),
    onSuccess: (answer) => {
      show(answer);
      toast('success', t('Invite resent'));
    },
    onError: (error) => toast('error', errorText(error, t('The invite could not be sent.'))),
  });
}

/** Removes a member, or revokes an invite. */
export function useRemove(userId: string, onDone: () => void) {
  const show = useShow(userId);
  return useAction({
    mutationFn: (personId: string) => call(removePerson, { params: { person_id: personId } }),
    onSuccess: (answer) => {
      onDone();
      show(answer);
    },
  });
}

/** Leaves the organisation. */
export function useLeave(userId: string, onDone: () => void) {
  const show = useShow(userId);
  const forgetPlan = useForgetPlan(userId);
  return useAction({
    mutationFn: () => call(leaveOrganisation, {}),
    onSuccess: (answer) => {
      onDone();
      show(answer);
      forgetPlan();
    },
  });
}

/** Changes a member's role. */
export function useChangeRole(userId: string, onDone: () => void) {
  const show = useShow(userId);
  return useAction({
    mutationFn: ({ personId, role }: { personId: string; role: OrganisationRole }) =>
      call(changeRole, { params: { person_id: personId }, body: { role } }),
    onSuccess: (answer) => {
      onDone();
      show(answer);
    },
  });
}

/** Gives the school's consent for a member under 13, or withdraws it. */
export function useAuthorise(userId: string, onDone: () => void) {
  const show = useShow(userId);
  return useAction({
    mutationFn: ({ personId, ...body }: { personId: string; authorised: boolean; reason?: string }) =>
      call(authoriseMember, { params: { person_id: personId }, body }),
    onSuccess: (answer) => {
      onDone();
      show(answer);
    },
  });
}

/** Joins by the domain of the user's address. */
export function useJoinByDomain(userId: string) {
  const show = useShow(userId);
  const forgetPlan = useForgetPlan(userId);
  return useAction({
    mutationFn: () => call(joinByDomain),
    onSuccess: (answer) => {
      show(answer);
      forgetPlan();
    },
  });
}

/** Joins with a mailed token. */
export function useJoin(userId: string, onJoined: (organisation: Organisation) => void) {
  const show = useShow(userId);
  const forgetPlan = useForgetPlan(userId);
  return useAction({
    mutationFn: (token: string) => call(acceptInvite, { body: { token } }),
    onSuccess: (answer) => {
      show(answer);
      forgetPlan();
      onJoined(answer.organisation);
    },
  });
}

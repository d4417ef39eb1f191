import { queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import {
  acceptInvite,
  authoriseMember,
  getOrganisation,
  invitePeople,
  listInvites,
  listMembers,
  removeMember,
  withdrawInvite,
  type Organisation,
  type OrganisationInvite,
  type OrganisationMember,
} from '#contract/billing/organisation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { refreshUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import type { MorePages } from '#frontend/ui/list/show-more.tsx';

const organisationKey = (userId: string) => ['organisation', userId] as const;

/** The user's organisation, and the open invites to their address. */
export const ownOrganisation = (userId: string) =>
  queryOptions({
    queryKey: organisationKey(userId),
    queryFn: ({ signal }) => call(getOrganisation, { signal }),
    // members join while the page is open
    refetchOnWindowFocus: true,
  });

interface Listed<Row> {
  /** Every loaded row, each once. */
  readonly rows: readonly Row[];
  readonly pages: MorePages;
}

interface FirstPage<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page; null when there is none. */
  readonly cursor: string | null;
}

/** A list whose first page comes with the organisation; the others are fetched on request, and then kept up to date. */
function useListed<Row>(
  queryKey: readonly string[],
  first: FirstPage<Row>,
  idOf: (row: Row) => string,
  fetchPage: (query: { readonly cursor: string }, signal: AbortSignal) => Promise<{ rows: Row[]; next_cursor: string | null }>,
): Listed<Row> {
  const later = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage({ cursor: pageParam }, signal),
    initialPageParam: first.cursor ?? '',
    getNextPageParam: ({ next_cursor: next }) => next,
    enabled: ({ state }) => state.data !== undefined,
  });
  // a member who moved up to the first page since is on both
  const byId = new Map([...first.rows, ...(later.data?.pages.flatMap(({ rows }) => rows) ?? [])].map((row) => [idOf(row), row]));
  return { rows: [...byId.values()], pages: { ...later, hasNextPage: later.data ? later.hasNextPage : first.cursor !== null } };
}

export const useMembers = (userId: string, rows: readonly OrganisationMember[], cursor: string | null): Listed<OrganisationMember> =>
  useListed(
    [...organisationKey(userId), 'members'],
    { rows, cursor },
    (member) => member.user_id,
    async (query, signal) => {
      const { members, next_cursor } = await call(listMembers, { query, signal });
      return { rows: members, next_cursor };
    },
  );

/** Searches all members whose name or address contains `q`; disabled while `q` is empty. */
export function useFoundMembers(
  userId: string,
  q: string,
): { readonly found: readonly OrganisationMember[] | null; readonly pages: MorePages } {
  const pages = useInfiniteQuery({
    queryKey: [...organisationKey(userId), 'found', q],
    queryFn: ({ pageParam, signal }) => call(listMembers, { query: { q, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
    enabled: q !== '',
  });
  return { found: pages.data?.pages.flatMap(({ members }) => members) ?? null, pages };
}

export const useInvites = (userId: string, rows: readonly OrganisationInvite[], cursor: string | null): Listed<OrganisationInvite> =>
  useListed(
    [...organisationKey(userId), 'invites'],
    { rows, cursor },
    (invite) => invite.invite_id,
    async (query, signal) => {
      const { invites, next_cursor } = await call(listInvites, { query, signal });
      return { rows: invites, next_cursor };
    },
  );

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
    cache.setQueryData(ownOrganisation(userId).queryKey, (before) => ({ invitations: before?.invitations ?? [], organisation }));
    void cache.invalidateQueries({ queryKey: organisationKey(userId) });
  };
}

/** Sends invites; the caller shows the errors by address. */
export function useInvite(userId: string) {
  const show = useShow(userId);
  return useAction({
    mutationFn: (emails: string[]) => call(invitePeople, { body: { emails } }),
    onSuccess: (answer, { length }) => {
      show(answer);
      toast('success', t('{n, plural, one {Invite sent} other {# invites sent}}', { n: length }));
    },
  });
}

export function useWithdraw(userId: string) {
  const show = useShow(userId);
  return useAction({
    mutationFn: (inviteId: string) => call(withdrawInvite, { params: { invite_id: inviteId } }),
    onSuccess: show,
    onError: (error) => toast('error', errorText(error, t('The invite could not be withdrawn'))),
  });
}

/** Removes a member, or leaves. */
export function useRemove(userId: string, onDone: () => void) {
  const show = useShow(userId);
  const forgetPlan = useForgetPlan(userId);
  return useAction({
    mutationFn: (memberId: string) => call(removeMember, { params: { member_id: memberId } }),
    onSuccess: (answer, memberId) => {
      onDone();
      show(answer);
      if (memberId === userId) forgetPlan();
    },
  });
}

/** Consents for a member under 13, as their school. */
export function useAuthorise(userId: string) {
  const show = useShow(userId);
  return useAction({
    mutationFn: ({ memberId, authorised }: { memberId: string; authorised: boolean }) =>
      call(authoriseMember, { params: { member_id: memberId }, body: { authorised } }),
    onSuccess: show,
    onError: (error) => toast('error', errorText(error, t('It did not work.'))),
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

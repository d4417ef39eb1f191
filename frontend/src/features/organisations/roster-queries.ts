import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  applyRoster,
  createRoster,
  getRoster,
  listRosterRows,
  listRosters,
  undoRoster,
  type Roster,
  type RosterKind,
} from '#contract/organisations/rosters.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import type { Poll } from '#frontend/lib/polling/poll.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { organisationKey } from './organisation-queries.ts';
import type { ChosenReading } from './roster-reading.tsx';

const key = (userId: string) => [...organisationKey(userId), 'rosters'] as const;

/** The newest lists. */
export const rosters = (userId: string) =>
  queryOptions({ queryKey: [...key(userId), 'all'], queryFn: async ({ signal }) => (await call(listRosters, { signal })).rosters });

export const isAtWork = ({ state }: Pick<Roster, 'state'>): boolean => state === 'applying' || state === 'undoing';

const rosterKey = (userId: string, rosterId: string) => [...key(userId), rosterId] as const;
const PACE_MS = 1_000;

/** A list; polled while it is being processed. */
export const rosterPoll = (userId: string, rosterId: string): Poll<Roster> => ({
  queryKey: rosterKey(userId, rosterId),
  ask: async (signal) => (await call(getRoster, { params: { roster_id: rosterId }, signal })).roster,
  isOver: (roster) => !isAtWork(roster),
  paceMs: () => PACE_MS,
});

/** The lines of a list of one kind; refetched once they have an outcome. */
export const rosterRows = (userId: string, { roster_id: rosterId, state }: Roster, kind: RosterKind) =>
  infiniteQueryOptions({
    queryKey: [...rosterKey(userId, rosterId), 'rows', kind, state],
    queryFn: ({ pageParam, signal }) =>
      call(listRosterRows, { params: { roster_id: rosterId }, query: { kind, ...(pageParam > 0 && { after_line: pageParam }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next_line: next }) => next,
  });

interface NewRoster {
  readonly file: File;
  readonly removes: boolean;
  /** Empty if nobody is authorised. */
  readonly reason: string;
  readonly chosen: ChosenReading;
}

const chosenFields = ({ encoding, columns }: ChosenReading) => ({
  ...(encoding && { encoding }),
  ...(columns && { columns: columns.map((column) => column ?? '').join(',') }),
});

/** Asks how a file would be interpreted. */
export function useLook() {
  return useAction({
    mutationFn: async ({ file, chosen }: Pick<NewRoster, 'file' | 'chosen'>) =>
      (await call(createRoster, { files: { file }, body: { look: 'true', ...chosenFields(chosen) } })).reading,
  });
}

/** Uploads a list and shows what it would change. */
export function useUpload(userId: string, onRead: (roster: Roster) => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: ({ file, removes, reason, chosen }: NewRoster) =>
      call(createRoster, {
        files: { file },
        body: { removes: String(removes), ...(reason !== '' && { authorise_reason: reason }), ...chosenFields(chosen) },
      }),
    onSuccess: ({ roster }) => {
      if (!roster) return;
      cache.setQueryData(rosterKey(userId, roster.roster_id), roster);
      void cache.invalidateQueries({ queryKey: rosters(userId).queryKey });
      onRead(roster);
    },
  });
}

/** Applies a list, or undoes it. */
export function useChangeRoster(userId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: ({ rosterId, what }: { rosterId: string; what: 'apply' | 'undo' }) =>
      call(what === 'apply' ? applyRoster : undoRoster, { params: { roster_id: rosterId } }),
    onSuccess: ({ roster }) => {
      cache.setQueryData(rosterKey(userId, roster.roster_id), roster);
      void cache.invalidateQueries({ queryKey: organisationKey(userId) });
    },
    onError: (error: Error) => toast('error', errorText(error, t('That did not work.'))),
  });
}

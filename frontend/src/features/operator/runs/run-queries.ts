import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  abortBulkAct,
  actOnRun,
  COUNTED_RUNS,
  countRuns,
  inspectRun,
  readBulkAct,
  searchRuns,
  startBulkAct,
  type ConsoleRun,
  type RunAct,
  type RunFilter,
} from '#contract/operator/runs-console.contract.ts';
import type { AnswerOf, BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { toQuery, type RunSearch } from './run-search.ts';

const LIST_MS = 5_000;
const PANEL_MS = 2_000;
const BULK_MS = 1_000;
const COUNT_MS = 30_000;

const key = ['operator', 'runs'] as const;

/** A page of runs; the previous page stays until it arrives. */
export const runList = (search: RunSearch) =>
  queryOptions({
    queryKey: [...key, 'list', search],
    queryFn: ({ signal }) => call(searchRuns, { query: toQuery(search), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  });

/**
 * A page of runs that can be held still: its rows stay, with their current states, and newer runs are only counted.
 * @param isHeld whether it is held
 */
export function useRunTail(search: RunSearch, isHeld: boolean) {
  const { data: newest, ...query } = useQuery(runList(search));
  const [held, setHeld] = useState<{ readonly of: string; readonly answer: AnswerOf<typeof searchRuns> } | null>(null);
  const of = JSON.stringify(search);
  if (isHeld && newest && !query.isPlaceholderData && held?.of !== of) setHeld({ of, answer: newest });
  if (!isHeld && held) setHeld(null);
  if (!newest || !isHeld || held?.of !== of) return { ...query, data: newest, newer: 0, release: () => {} };
  const now = new Map(newest.runs.map((run) => [run.task_id, run]));
  const runs = held.answer.runs.map((run) => now.get(run.task_id) ?? run);
  return {
    ...query,
    data: { ...newest, runs },
    // a capped count does not grow, so the visible rows are the minimum
    newer: newest.is_more
      ? newest.runs.filter(({ task_id: id }) => !held.answer.runs.some((run) => run.task_id === id)).length
      : Math.max(0, newest.total - held.answer.total),
    release: () => setHeld({ of, answer: newest }),
  };
}

/** Rows per request when all runs are read. */
const WHOLE_PAGE = 100;

/**
 * All runs of a search in its order, as far as the server counts them.
 * @param onPart called after each part with the number of runs so far
 */
export async function allRuns(
  search: RunSearch,
  signal: AbortSignal,
  onPart: (count: number, total: number) => void,
): Promise<ConsoleRun[]> {
  const found = new Map<string, ConsoleRun>();
  for (let page = 0; page * WHOLE_PAGE < COUNTED_RUNS; page += 1) {
    const { runs, total } = await call(searchRuns, { query: toQuery({ ...search, page, size: WHOLE_PAGE }), signal });
    // a new run in the meantime moves the others down a page
    for (const run of runs) found.set(run.task_id, run);
    onPart(found.size, total);
    if (runs.length < WHOLE_PAGE) break;
  }
  return [...found.values()];
}

/** The number of runs that match a filter, up to the server's cap. */
export const runCount = (filter: RunFilter) =>
  queryOptions({
    queryKey: [...key, 'count', filter],
    queryFn: ({ signal }) => call(countRuns, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: COUNT_MS,
  });

/** One complete run; refetched even after it has ended, because another action may have restarted it. */
export const runDetail = (taskId: string) =>
  queryOptions({
    queryKey: [...key, 'one', taskId],
    queryFn: ({ signal }) => call(inspectRun, { params: { task_id: taskId }, signal }),
    refetchInterval: ({ state }) => (['queued', 'running'].includes(state.data?.run.status ?? '') ? PANEL_MS : LIST_MS),
  });

const failedWords = (act: RunAct): string =>
  ({
    retry: () => t('The run could not be retried.'),
    promote: () => t('The run could not be put first.'),
    cancel: () => t('The run could not be cancelled.'),
    remove: () => t('The run could not be removed.'),
  })[act]();

export function useActOnRun(taskId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof actOnRun>) => call(actOnRun, { params: { task_id: taskId }, body }),
    // a removed run cannot be fetched again
    onSuccess: (_, { act }) => cache.invalidateQueries({ queryKey: act === 'remove' ? [...key, 'list'] : key }),
    onError: (error, { act }) => toast('error', errorText(error, failedWords(act))),
  });
}

/** The outcome of an action on several runs. */
export interface ActedOn {
  readonly done: number;
  readonly leftAlone: readonly { readonly id: string; readonly reason: string }[];
}

/** Applies one action to several runs, one after the other; the server skips runs that do not allow it, and says why. */
export function useActOnRuns(onDone: (acted: ActedOn) => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: async ({ act, ids }: { act: RunAct; ids: readonly string[] }): Promise<ActedOn> => {
      const leftAlone: { id: string; reason: string }[] = [];
      for (const id of ids) {
        try {
          await call(actOnRun, { params: { task_id: id }, body: { act } });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          leftAlone.push({ id, reason: errorText(error, failedWords(act)) });
        }
      }
      return { done: ids.length - leftAlone.length, leftAlone };
    },
    onSuccess: async (acted, { act }) => {
      onDone(acted);
      await cache.invalidateQueries({ queryKey: act === 'remove' ? [...key, 'list'] : key });
    },
    onError: (error) => toast('error', errorText(error, t('The runs could not be changed.'))),
  });
}

/** The progress of a bulk action; polled until it has ended. */
export const bulkAct = (bulkId: string) =>
  queryOptions({
    queryKey: [...key, 'bulk', bulkId],
    queryFn: ({ signal }) => call(readBulkAct, { params: { bulk_id: bulkId }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' || !state.data ? BULK_MS : false),
  });

export function useStartBulkAct(onStarted: (bulkId: string) => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof startBulkAct>) => call(startBulkAct, { body }),
    onSuccess: async (answer) => {
      cache.setQueryData(bulkAct(answer.bulk_id).queryKey, answer);
      onStarted(answer.bulk_id);
      await cache.invalidateQueries({ queryKey: [...key, 'list'] });
    },
    onError: (error) => toast('error', errorText(error, t('The runs could not be changed.'))),
  });
}

/** Refetches what a bulk action has changed: the lists, and the open run unless it was removed. */
export const refreshRuns = (cache: QueryClient, act: RunAct): Promise<void> =>
  cache.invalidateQueries({
    queryKey: act === 'remove' ? [...key, 'list'] : key,
    predicate: ({ queryKey }) => queryKey[key.length] !== 'bulk',
  });

export function useAbortBulkAct(bulkId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: () => call(abortBulkAct, { params: { bulk_id: bulkId } }),
    onSuccess: (answer) => cache.setQueryData(bulkAct(bulkId).queryKey, answer),
    onError: (error) => toast('error', errorText(error, t('The bulk action could not be stopped.'))),
  });
}

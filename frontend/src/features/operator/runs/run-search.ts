import type * as z from 'zod/mini';
import { RUN_SORTS, type RunFilter, type searchRuns } from '#contract/operator/runs-console.contract.ts';

/** The search of the list of runs, as in the URL. */
export interface RunSearch {
  readonly filter: RunFilter;
  readonly sort: (typeof RUN_SORTS)[number];
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly size: number;
}

const PARTS = [
  'q',
  'person',
  'course_id',
  'kind',
  'lane',
  'status',
  'error_code',
  'refused',
  'service',
  'batch_id',
  'from',
  'before',
  'cost_from',
  'unusual',
  'parked',
  'step',
  'work',
  'step_error',
  'purpose',
  'outcome',
  'since',
  'until',
] as const satisfies readonly (keyof RunFilter)[];

const USUAL = { sort: 'created_at', order: 'desc', page: 0, size: 25 } as const;

/** Parses the parameter `find` of a URL; the server rejects invalid values. */
export function readRunSearch(find: string | undefined): RunSearch {
  const parts = new URLSearchParams(find ?? '');
  const filter = Object.fromEntries(PARTS.flatMap((name) => (parts.get(name) ? [[name, parts.get(name)]] : []))) as RunFilter;
  return {
    filter,
    sort: RUN_SORTS.find((sort) => sort === parts.get('sort')) ?? USUAL.sort,
    order: parts.get('order') === 'asc' ? 'asc' : 'desc',
    page: Math.max(0, Math.floor(Number(parts.get('page')) || 0)),
    size: [25, 50, 100].find((size) => size === Number(parts.get('size'))) ?? USUAL.size,
  };
}

/** Formats the parameter `find` of a URL; undefined for the default list. */
export function writeRunSearch({ filter, ...list }: RunSearch): string | undefined {
  const parts = new URLSearchParams();
  for (const name of PARTS) if (filter[name] !== undefined && filter[name] !== '') parts.set(name, String(filter[name]));
  for (const name of ['sort', 'order', 'page', 'size'] as const) if (list[name] !== USUAL[name]) parts.set(name, String(list[name]));
  return parts.size === 0 ? undefined : parts.toString();
}

/** Converts a search to the endpoint's query. */
export const toQuery = ({ filter, ...list }: RunSearch): z.input<typeof searchRuns.query> => ({ ...filter, ...list });

export const isFiltered = ({ filter }: RunSearch): boolean => Object.keys(filter).length > 0;

import type { Kind, Kinds } from '../state/kinds.ts';
import type { World } from '../state/world.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { only } from './parameters.ts';
import { invalid } from './stripe-api-error.ts';

export interface StripeList<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

const DEFAULT_LIMIT = 10;
const MOST = 100;

/**
 * Returns one page of a kind's rows whose `fields` match the parameters of the same name; `also` is a further condition, which uses the
 * parameters `names`. @throws StripeApiError for other parameters
 */
export function listRows<K extends Kind>(
  world: World,
  kind: K,
  parameters: Parameters,
  url: string,
  {
    fields = [],
    names = [],
    also = () => true,
  }: { fields?: readonly (keyof Kinds[K] & string)[]; names?: readonly string[]; also?: (row: Kinds[K]) => boolean },
): StripeList<Kinds[K]> {
  only(parameters, [...fields, ...names, 'limit', 'starting_after', 'ending_before', 'created']);
  const rows = world.store
    .list(kind)
    .filter((row) => fields.every((field) => parameters[field] === undefined || row[field] === parameters[field]) && also(row));
  return pageOf(rows, parameters, url);
}

/** Returns one page of rows, newest first, by `limit`, `starting_after`, `ending_before` and `created`. @throws StripeApiError */
function pageOf<T extends { id: string; created?: number }>(oldestFirst: readonly T[], parameters: Parameters, url: string): StripeList<T> {
  const limit = (parameters.limit as number | undefined) ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MOST) throw invalid(`Invalid limit: must be between 1 and ${MOST}`, 'limit', 'parameter_invalid_integer');
  const rows = oldestFirst.filter((row) => isWithin(row.created ?? 0, parameters.created)).toReversed();
  const indexOf = (id: unknown, param: string): number => {
    const index = rows.findIndex((row) => row.id === id);
    if (index === -1) throw invalid(`No such object: '${String(id)}'`, param, 'resource_missing');
    return index;
  };
  let start = 0;
  let end = limit;
  if (parameters.starting_after !== undefined) {
    start = indexOf(parameters.starting_after, 'starting_after') + 1;
    end = start + limit;
  } else if (parameters.ending_before !== undefined) {
    end = indexOf(parameters.ending_before, 'ending_before');
    start = Math.max(0, end - limit);
  }
  const backwards = parameters.ending_before !== undefined;
  return { object: 'list', data: rows.slice(start, end), has_more: backwards ? start > 0 : end < rows.length, url };
}

function isWithin(created: number, range: unknown): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  const { gt, gte, lt, lte } = range as Record<string, number | undefined>;
  return created > (gt ?? -Infinity) && created >= (gte ?? -Infinity) && created < (lt ?? Infinity) && created <= (lte ?? Infinity);
}

/** Returns a complete list inside an object. */
export function wholeList<T>(data: T[], url: string): StripeList<T> {
  return { object: 'list', data, has_more: false, url };
}

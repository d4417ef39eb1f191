import { isObject, Refusal, type JsonObject } from '../wire/wire.ts';
import type { BatchJobs } from './batch-jobs.ts';

/** A request to a vendor's batch service; `path` starts after the vendor's base path. */
export interface BatchRequest {
  readonly method: string;
  readonly path: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  /** The base of absolute URLs in answers. */
  readonly origin: string;
  readonly raw: string;
}

/** `lines` is answered as JSON Lines, `json` as JSON. */
export type BatchAnswer = { readonly json: JsonObject } | { readonly lines: readonly JsonObject[] };

/** Answers a request to this vendor. @returns null for a path outside its batch service @throws Refusal */
export type BatchApi = (request: BatchRequest, jobs: BatchJobs) => BatchAnswer | null | Promise<BatchAnswer | null>;

/** Parses a JSON body. @throws Refusal */
export function bodyOf(raw: string): JsonObject {
  try {
    const body: unknown = JSON.parse(raw || '{}');
    if (isObject(body)) return body;
  } catch {
    // rejected below
  }
  throw new Refusal(400, 'We could not parse the JSON body of your request.');
}

/** Returns a page of a list; an unknown cursor returns the first page. */
export function pageOf<T extends { id: string }>(all: readonly T[], limit: number, after: string | null): { page: T[]; hasMore: boolean } {
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return { page: all.slice(from, from + limit), hasMore: all.length > from + limit };
}

/** Reads a page size of 1 to `most`. @throws Refusal */
export function limitOf(url: URL, name: string, most: number): number {
  const limit = Number(url.searchParams.get(name) ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) throw new Refusal(400, `${name}: must be between 1 and ${most}`);
  return limit;
}

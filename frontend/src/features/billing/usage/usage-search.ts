/** The kinds of movements in the API, repeated here because importing the contract's list would pull its schemas into the bundle. */
export const KINDS = ['grant', 'reserve', 'capture', 'release', 'expire', 'revoke', 'freeze', 'thaw', 'adjust'] as const;
export type MovementKind = (typeof KINDS)[number];

/** The filter of the usage page, from the URL; absent fields do not filter. Days are in UTC: `2026-11-20`. */
export interface UsageSearch {
  readonly kind?: MovementKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Parses the filter from a URL; invalid parts are undefined, because the router keeps a parameter unless it is overwritten. */
export const usageSearch = ({ kind, from, to }: Record<string, unknown>): UsageSearch => ({
  kind: KINDS.find((name) => name === kind),
  from: isDay(from) ? from : undefined,
  to: isDay(to) ? to : undefined,
});

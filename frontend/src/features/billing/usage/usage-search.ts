/** The kinds of movements, as the wire names them; written out because the contract's list would bring its schemas along. */
export const KINDS = ['grant', 'reserve', 'capture', 'release', 'expire', 'revoke', 'freeze', 'thaw', 'adjust'] as const;
export type MovementKind = (typeof KINDS)[number];

/** The filter of the usage page, as it stands in the address. Absent: all. Days are UTC, `2026-11-20`. */
export interface UsageSearch {
  readonly kind?: MovementKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** What an address asks for; parts that make no sense are undefined, because the router keeps what an address says unless it is overruled. */
export const usageSearch = ({ kind, from, to }: Record<string, unknown>): UsageSearch => ({
  kind: KINDS.find((name) => name === kind),
  from: isDay(from) ? from : undefined,
  to: isDay(to) ? to : undefined,
});

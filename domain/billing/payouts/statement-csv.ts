import { csvInSlices } from '#domain/platform/csv.ts';
import type { Statement } from './payouts.queries.ts';

const HEAD = ['at_utc', 'kind', 'what', 'order', 'amount_usd', 'balance_usd'];

/** Encodes a statement as CSV (RFC 4180), in UTF-8 with a byte order mark so that spreadsheets read names in any script. */
export async function* statementCsv({ month, opening, lines, closing }: Statement): AsyncGenerator<Uint8Array> {
  const rows = function* () {
    yield [`${month}-01T00:00:00.000Z`, 'opening', '', '', '', dollars(opening)];
    for (const line of lines)
      yield [line.at.toISOString(), line.kind, line.cause, line.order_id ?? '', dollars(line.change), dollars(line.balance_after)];
    yield ['', 'closing', '', '', '', dollars(closing)];
  };
  yield* csvInSlices(HEAD, rows());
}

export const dollars = (cents: number): string => (cents / 100).toFixed(2);

import { setImmediate } from 'node:timers/promises';
import { csvField } from '#contract/platform/csv-field.ts';

type Row = readonly string[];

/** Rows to encode at once, in a millisecond or two. */
const SLICE = 500;

/**
 * Encodes rows as CSV (RFC 4180), in UTF-8 with a byte order mark so that spreadsheets read names in any script. Works in slices, so that
 * other requests are served in between.
 */
export async function* csvInSlices(head: Row, rows: Iterable<Row>): AsyncGenerator<Uint8Array> {
  yield csvHead(head);
  let slice: Row[] = [];
  for (const row of rows) {
    slice.push(row);
    if (slice.length < SLICE) continue;
    yield csvRows(slice);
    await setImmediate();
    slice = [];
  }
  yield csvRows(slice);
}

/** Encodes the header row of a table that is written in chunks, with the byte order mark. */
export const csvHead = (head: Row): Uint8Array => Buffer.from(`\uFEFF${lines([head])}`);

/** Encodes the rows that follow the header. */
export const csvRows = (rows: readonly Row[]): Uint8Array => Buffer.from(lines(rows));

const lines = (rows: readonly Row[]): string => rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');

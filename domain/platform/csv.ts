type Row = readonly string[];

/** Rows as CSV (RFC 4180), in UTF-8 with its mark so that spreadsheets read names in any script. */
export const csvOf = ([head, ...rows]: readonly [Row, ...Row[]]): Uint8Array => Buffer.concat([csvHead(head), csvRows(rows)]);

/** The first line of a table that is written piece by piece, with the mark. */
export const csvHead = (head: Row): Uint8Array => Buffer.from(`\uFEFF${lines([head])}`);

/** Lines that follow it. */
export const csvRows = (rows: readonly Row[]): Uint8Array => Buffer.from(lines(rows));

const lines = (rows: readonly Row[]): string => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** A spreadsheet takes what begins with = + - @ for a formula; amounts are numbers. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+\.\d\d$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

import { spreadsheetText } from '#contract/platform/csv-field.ts';

type Cell = string | number | null;

const quoted = (cell: Cell): string => `"${spreadsheetText(cell).replaceAll('"', '""')}"`;

/** A CSV file (RFC 4180) of these lines; the first one names the columns. */
export const csvFile = (lines: readonly (readonly Cell[])[]): Blob =>
  // the byte order mark tells spreadsheets that it is UTF-8
  new Blob(['\uFEFF', lines.map((line) => line.map(quoted).join(',')).join('\r\n')], { type: 'text/csv' });

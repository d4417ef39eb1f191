type Cell = string | number | null;

/** A spreadsheet takes what begins so for a formula: of a stranger's title it must not. */
const FORMULA = /^[=+\-@\t\r]/;

const quoted = (cell: Cell): string => {
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell ?? '');
  return `"${text.replaceAll('"', '""')}"`;
};

/** A CSV file (RFC 4180) of these lines, the first of which names the columns. */
export const csvFile = (lines: readonly (readonly Cell[])[]): Blob =>
  // the mark tells spreadsheets that it is UTF-8
  new Blob(['\uFEFF', lines.map((line) => line.map(quoted).join(',')).join('\r\n')], { type: 'text/csv' });

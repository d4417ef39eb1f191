/** Rows as CSV (RFC 4180), in UTF-8 with its mark so that spreadsheets read names in any script. */
export const csvOf = (rows: readonly (readonly string[])[]): Uint8Array =>
  Buffer.from(`\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`);

/** A spreadsheet takes what begins with = + - @ for a formula; amounts are numbers. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+\.\d\d$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

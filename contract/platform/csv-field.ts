/** Matches text that spreadsheets take for a formula: some do so even after blanks, or, in some languages, in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Matches one of our amounts, as text. */
const AMOUNT = /^-?\d+\.\d\d$/;

/** Returns a CSV value that spreadsheets display and never run: text that could be a formula gets an apostrophe. */
export function spreadsheetText(value: string | number | null): string {
  const text = String(value ?? '');
  return typeof value === 'string' && FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe from a cell of a file written with `spreadsheetText`. */
export const fromSpreadsheet = (text: string): string => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text);

/** Returns a field of a CSV file (RFC 4180). All files that we write use it for their fields. */
export function csvField(value: string | number | null): string {
  const text = spreadsheetText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

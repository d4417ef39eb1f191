/** A spreadsheet takes a text that begins so for a formula, some also behind blanks, and in some languages in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** An amount of ours, as text. */
const AMOUNT = /^-?\d+\.\d\d$/;

/** Returns a CSV field that spreadsheets show and never run: text that could be a formula gets an apostrophe. */
export function spreadsheetText(value: string | number | null): string {
  const text = String(value ?? '');
  return typeof value === 'string' && FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
}

/** Takes the apostrophe away again, from a cell of a file that was written so. */
export const fromSpreadsheet = (text: string): string => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text);

/** One field of a CSV file (RFC 4180). Every file that we write has its fields from here. */
export function csvField(value: string | number | null): string {
  const text = spreadsheetText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

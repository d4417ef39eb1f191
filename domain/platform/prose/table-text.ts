import { countBytes, isWindows1252 } from './text-encoding.ts';

/** By which the cells of a table may be separated; the first of equal ones. */
export const SEPARATORS = ['\t', ';', ',', '|'];

/**
 * Decodes a table: UTF-8; UTF-16, with its mark or without; or Windows-1252, in which old spreadsheets save.
 * @throws Error for what is no text, or in a code page that would give other letters
 */
export function decodeTable(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new Error('it is no text');
  return text.replaceAll(/\r\n?/g, '\n');
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, 4_000);
  const zeros = [0, 1].map((odd) => beginning.filter((byte, at) => at % 2 === odd && byte === 0).length);
  if (Math.max(...zeros) * 4 > beginning.length) return zeros[0]! > zeros[1]! ? 'utf-16be' : 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    if (!isWindows1252(countBytes(bytes))) throw new Error('it is no text, or in a code page that is not known');
    return 'windows-1252';
  }
}

/** Of a quoted field; a longer one is taken for text with a mark in it. */
const FIELD_CHARACTERS = 30_000;
/** More columns are not read. */
const MOST_CELLS = 50;

/**
 * Reads the records of a table. A field is quoted when its closing mark is followed by a separator or the line's end; other marks are
 * signs of the text.
 * @param mostCharacters of a quoted field
 */
export function* recordsOf(text: string, separator: string, mostCharacters = FIELD_CHARACTERS): Generator<string[]> {
  let record: string[] = [];
  let [at, lineEnd, next] = [0, -1, -1];
  // each sign is looked for from where it was found last: a line or a text without one is read once
  const findFrom = (sign: string, from: number, last: number): number =>
    last >= from ? last : ((found) => (found < 0 ? text.length : found))(text.indexOf(sign, from));
  while (at < text.length) {
    const quoted = quotedField(text, at, { separator, mostCharacters });
    lineEnd = findFrom('\n', at, lineEnd);
    next = findFrom(separator, at, next);
    const end = quoted?.end ?? Math.min(lineEnd, next);
    if (record.length < MOST_CELLS) record.push(quoted?.value ?? text.slice(at, end));
    const isSeparated = end < text.length && text.startsWith(separator, end);
    at = end + (isSeparated ? separator.length : 1);
    if (isSeparated && at < text.length) continue;
    yield record;
    record = [];
  }
}

const blanksFrom = (text: string, at: number): number => {
  let end = at;
  while (text[end] === ' ') end += 1;
  return end;
};

interface Quoted {
  readonly separator: string;
  readonly mostCharacters: number;
}

function quotedField(text: string, at: number, { separator, mostCharacters }: Quoted): { value: string; end: number } | null {
  const begin = blanksFrom(text, at);
  if (text[begin] !== '"') return null;
  const most = begin + 2 * mostCharacters;
  for (let from = begin + 1; ; from += 2) {
    from = text.indexOf('"', from);
    if (from < 0 || from > most) return null;
    if (text[from + 1] === '"') continue;
    const end = blanksFrom(text, from + 1);
    if (end < text.length && text[end] !== '\n' && !text.startsWith(separator, end)) return null;
    return { value: text.slice(begin + 1, from).replaceAll('""', '"'), end };
  }
}

export const isEmptyRecord = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '');

export interface TableShape {
  readonly separator: string;
  /** How many columns most rows have. */
  readonly columns: number;
  /** Between 0, nothing is separated, and 1.1. */
  readonly score: number;
}

interface Looked {
  readonly separator: string;
  /** How many rows are looked at. */
  readonly mostRows: number;
  /** Rows that are none of the table. */
  readonly isSkipped?: (record: readonly string[]) => boolean;
}

/** Counts the columns of all rows: those of a right separator have two and more, and mostly as many. */
export function shapeOf(text: string, { separator, mostRows, isSkipped = () => false }: Looked): TableShape {
  const counts = new Map<number, number>();
  let rows = 0;
  for (const record of recordsOf(text, separator)) {
    if (isEmptyRecord(record) || isSkipped(record)) continue;
    rows += 1;
    counts.set(record.length, (counts.get(record.length) ?? 0) + 1);
    if (rows >= mostRows) break;
  }
  const [columns, often] = [...counts].filter(([many]) => many > 1).toSorted((a, b) => b[1] - a[1])[0] ?? [1, 0];
  const separated = rows - (counts.get(1) ?? 0);
  return { separator, columns, score: rows === 0 ? 0 : separated / rows + often / rows / 10 };
}

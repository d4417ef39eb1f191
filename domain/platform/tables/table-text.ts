/** Possible separators of a table's cells, preferred first. */
const SEPARATORS = ['\t', ';', ',', '|'];

/** A row with its number as a spreadsheet shows it: a field with line breaks makes one row. */
export interface TableRecord {
  readonly line: number;
  readonly cells: string[];
}

/** A parsed table of text. */
export interface OpenTable {
  readonly separator: string;
  /** Number of columns in most rows; 1: nothing separates them. */
  readonly columns: number;
  /** How regular the columns are, from 0 (no separator) to 1.1. */
  readonly score: number;
  /** Whether the format itself marks the first row as a header, whatever it says. */
  readonly hasHead: boolean;
  /** Yields the rows with at least one cell that is not empty, without the dashed lines below a header. */
  readonly records: () => Generator<TableRecord>;
}

interface Opened {
  /** The separator of cells, if it is known. */
  readonly separator?: string | undefined;
  /** Number of rows to examine. */
  readonly mostRows: number;
  /** Maximum length of a quoted field. */
  readonly mostCharacters?: number;
  /** Tells which rows do not belong to the table. */
  readonly isSkipped?: (record: readonly string[]) => boolean;
}

/**
 * Opens a table as spreadsheets, Markdown and databases write it. The separator is the one in a line `sep=;`, as Excel writes it, otherwise
 * the one that splits the rows most regularly. All code that reads people's tables uses this.
 */
export function openTable(text: string, { separator: said, mostRows, mostCharacters, isSkipped = () => false }: Opened): OpenTable {
  const { body, separator: written, lines } = withoutSeparatorLine(text.replace(/^\ufeff/, ''));
  const isKept = ({ cells }: TableRecord) => !isEmptyRecord(cells) && !isRule(cells) && !isSkipped(cells);
  const kept = (records: () => Iterable<TableRecord>) =>
    function* (): Generator<TableRecord> {
      for (const record of records()) if (isKept(record)) yield { ...record, line: record.line + lines };
    };
  const named = said ?? written;
  if ((named === undefined || named === '|') && isPiped(body) && !isInCells(body, { mostRows, mostCharacters })) {
    const records = kept(() => pipedRecords(body));
    return { separator: '|', ...shapeOf(records(), mostRows), hasHead: body.split('\n', LINES_ABOVE).some(isBelowHead), records };
  }
  const shapes = (named === undefined ? SEPARATORS : [named]).map((separator) => {
    const records = kept(() => numbered(recordsOf(body, separator, mostCharacters)));
    return { separator, ...shapeOf(records(), mostRows), hasHead: false, records };
  });
  const [best] = shapes.toSorted((a, b) => b.score - a.score);
  if (best!.columns > 1 || named !== undefined) return best!;
  // one column: split by a character that no text has
  return { ...best!, records: kept(() => numbered(recordsOf(body, '\0', mostCharacters))) };
}

/** Removes a first line `sep=`, which is Excel's notation for the separator and not a row. */
function withoutSeparatorLine(text: string): { body: string; separator?: string; lines: number } {
  const line = /^"?sep=([^\n])"?[ \t]{0,50}(?:\n|$)/i.exec(text);
  return line ? { body: text.slice(line[0].length), separator: line[1]!, lines: 1 } : { body: text, lines: 0 };
}

/** Longer files are not tables of people or cards. */
const MOST_LINES = 500_000;

function* numbered(records: Iterable<string[]>): Generator<TableRecord> {
  let line = 0;
  for (const cells of records) {
    line += 1;
    if (line > MOST_LINES) throw new Error('it has too many lines');
    yield { line, cells };
  }
}

/** Tells whether a row consists of dashes, as Markdown and database consoles draw rules. */
const isRule = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^[ \t]*(?:[:+=]*-{2,}[-:+=]*)?[ \t]*$/.test(cell.slice(0, 200))) && !isEmptyRecord(cells);

/** Number of lines in which to look for a Markdown table's line below its header. */
const LINES_ABOVE = 100;

/** Splits a line into cells at pipes, without those at its ends; `\\|` is a character of the text. */
function pipedCells(line: string): string[] {
  const cells = line
    .trim()
    .replaceAll('\\|', '\0')
    .split('|', MOST_CELLS + 2)
    .map((cell) => cell.replaceAll('\0', '|').trim());
  if (cells[0] === '') cells.shift();
  if (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells;
}

/** Tells whether a line is the alignment row below a Markdown table's header. */
const isBelowHead = (line: string | undefined): boolean =>
  line !== undefined &&
  line.length < 2_000 &&
  /^[\s|:-]+$/.test(line) &&
  line.includes('|') &&
  pipedCells(line).every((cell) => /^:?-+:?$/.test(cell));

/** Tells whether a text has a Markdown table, or a table whose lines all begin and end with a pipe. */
function isPiped(text: string): boolean {
  const lines = text.split('\n', LINES_ABOVE);
  if (lines.some((line, at) => line.includes('|') && !isBelowHead(line) && isBelowHead(lines[at + 1]))) return true;
  const filled = lines.filter((line) => line.trim() !== '');
  return filled.length > 0 && filled.every((line) => /^\s{0,9}\|.*\|\s{0,9}$/.test(line));
}

/** Tells whether the Markdown tables of a text are inside quoted cells of another table, such as a card's. */
function isInCells(text: string, { mostRows, mostCharacters }: Pick<Opened, 'mostRows' | 'mostCharacters'>): boolean {
  return SEPARATORS.filter((separator) => separator !== '|').some((separator) => {
    let [rows, isThere] = [0, false];
    for (const cells of recordsOf(text, separator, mostCharacters)) {
      isThere ||= cells.length > 1 && cells.some((cell) => cell.includes('\n') && cell.split('\n', LINES_ABOVE).some(isBelowHead));
      rows += 1;
      if (isThere || rows > LINES_ABOVE) break;
    }
    return isThere && shapeOf(numbered(recordsOf(text, separator, mostCharacters)), mostRows).columns > 1;
  });
}

/** Yields the rows of all Markdown tables in a text, with only the first header; text around the tables is skipped. */
function* pipedRecords(text: string): Generator<TableRecord> {
  let isNamed = false;
  const all = text.split('\n', MOST_LINES + 1);
  if (all.length > MOST_LINES) throw new Error('it has too many lines');
  for (const [at, line] of all.entries()) {
    if (!line.includes('|') || isBelowHead(line)) continue;
    if (isBelowHead(all[at + 1])) {
      if (isNamed) continue;
      isNamed = true;
    }
    yield { line: at + 1, cells: pipedCells(line).map((cell) => cell.replaceAll(/<br\s{0,3}\/?>/gi, '\n')) };
  }
}

/** Maximum length of a quoted field; a longer one is taken for text that contains a quote. */
const FIELD_CHARACTERS = 30_000;
/** Columns beyond this are not read. */
const MOST_CELLS = 50;

/**
 * Reads the records of a table. A field is quoted when its closing quote is followed by a separator or the line's end; other quotes are
 * characters of the text.
 * @param mostCharacters maximum length of a quoted field
 */
function* recordsOf(text: string, separator: string, mostCharacters = FIELD_CHARACTERS): Generator<string[]> {
  let record: string[] = [];
  let [at, lineEnd, next] = [0, -1, -1];
  // each search resumes at its last match, so that a line or a text without the character is read once
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

/** Counts the columns of rows. With the right separator, rows have at least two, and mostly the same number. */
function shapeOf(records: Iterable<TableRecord>, mostRows: number): { columns: number; score: number } {
  const counts = new Map<number, number>();
  let rows = 0;
  for (const { cells } of records) {
    rows += 1;
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    if (rows >= mostRows) break;
  }
  const [columns, often] = [...counts].filter(([many]) => many > 1).toSorted((a, b) => b[1] - a[1])[0] ?? [1, 0];
  const separated = rows - (counts.get(1) ?? 0);
  return { columns, score: rows === 0 ? 0 : separated / rows + often / rows / 10 };
}

import { countBytes, isWindows1252 } from '#domain/platform/prose/text-encoding.ts';
import { createHash } from 'node:crypto';
import { CARD_LIMITS } from '#contract/practice/cards.contract.ts';
import { fromAnkiHtml } from './anki-text.ts';
import { FoundCards } from './found-cards.ts';
import { FIELD_CHARACTERS } from './read-collection.ts';

const SEPARATORS: Readonly<Record<string, string>> = { tab: '\t', comma: ',', semicolon: ';', pipe: '|', colon: ':', space: ' ' };
/** In which a table may be separated without saying so; the first of equal ones. */
const CANDIDATES = ['\t', ';', ',', '|'];
/** What is written above the columns, as whole words. */
const FRONTS = new Set(
  'front question term word prompt q frage begriff vorderseite wort pregunta término termino anverso palabra question recto terme mot domanda termine fronte pergunta termo frente вопрос термин السؤال سؤال المصطلح 问题 問題 术语 単語'.split(
    ' ',
  ),
);
const BACKS = new Set(
  'back answer definition meaning translation a antwort rückseite bedeutung übersetzung respuesta definición definicion reverso significado traducción réponse définition verso traduction risposta definizione retro resposta definição verso ответ определение الجواب الإجابة التعريف 答案 解答 定义 意味'.split(
    ' ',
  ),
);
const [IDS, DECKS] = [new Set(['id', 'guid']), new Set(['deck', 'stapel', 'mazo'])];

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

/** More columns are no card's. */
const MOST_CELLS = 50;

/**
 * Reads the records of a table. A field is quoted when its closing mark is followed by a separator or the line's end; other marks are
 * signs of the text.
 */
export function* recordsOf(text: string, separator: string): Generator<string[]> {
  let record: string[] = [];
  let [at, lineEnd, next] = [0, -1, -1];
  // each sign is looked for from where it was found last: a line or a text without one is read once
  const findFrom = (sign: string, from: number, last: number): number =>
    last >= from ? last : ((found) => (found < 0 ? text.length : found))(text.indexOf(sign, from));
  while (at < text.length) {
    const quoted = quotedField(text, at, separator);
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

function quotedField(text: string, at: number, separator: string): { value: string; end: number } | null {
  const begin = blanksFrom(text, at);
  if (text[begin] !== '"') return null;
  const most = begin + 2 * FIELD_CHARACTERS;
  for (let from = begin + 1; ; from += 2) {
    from = text.indexOf('"', from);
    if (from < 0 || from > most) return null;
    if (text[from + 1] === '"') continue;
    const end = blanksFrom(text, from + 1);
    if (end < text.length && text[end] !== '\n' && !text.startsWith(separator, end)) return null;
    return { value: text.slice(begin + 1, from).replaceAll('""', '"'), end };
  }
}

/** Colours and hashtags begin like a comment, and are one only where they stand alone. */
const isComment = ([first = '', ...others]: readonly string[]): boolean =>
  first.startsWith('#') && (others.length === 0 || first.startsWith('# '));
const isEmpty = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '');

interface Shape {
  readonly separator: string;
  /** How many columns most rows have. */
  readonly columns: number;
  readonly score: number;
}

/** Counts the columns of all rows: those of a right separator have two and more, and mostly as many. */
function shapeOf(text: string, separator: string): Shape {
  const counts = new Map<number, number>();
  let rows = 0;
  for (const record of recordsOf(text, separator)) {
    if (isEmpty(record) || isComment(record)) continue;
    rows += 1;
    counts.set(record.length, (counts.get(record.length) ?? 0) + 1);
    if (rows >= MOST_ROWS_COUNTED) break;
  }
  const [columns, often] = [...counts].filter(([many]) => many > 1).toSorted((a, b) => b[1] - a[1])[0] ?? [1, 0];
  const separated = rows - (counts.get(1) ?? 0);
  return { separator, columns, score: rows === 0 ? 0 : separated / rows + often / rows / 10 };
}
const MOST_ROWS_COUNTED = 2 * CARD_LIMITS.cards;
/** Of a table at least so many rows have columns. */
const LEAST_SCORE = 0.5;

const HEADS = new Set([
  'separator',
  'html',
  'tags',
  'columns',
  'notetype',
  'deck',
  'guid column',
  'deck column',
  'notetype column',
  'tags column',
  'if matches',
]);

/** Reads what Anki writes above a table, line by line. */
function headOf(text: string): { said: Map<string, string>; body: string } {
  const said = new Map<string, string>();
  let at = 0;
  while (text[at] === '#') {
    const end = (text.indexOf('\n', at) + 1 || text.length + 1) - 1;
    const line = text.slice(at + 1, end);
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (!HEADS.has(name)) break;
    said.set(name, line.slice(colon + 1).replace(/[\r\n]+$/, ''));
    at = end + 1;
  }
  return { said, body: text.slice(at) };
}

/** Reads the cards of a table as text, such as Anki, Quizlet and spreadsheets write it. @throws Error for one column */
export function readTable(text: string, fallback: string): FoundCards {
  const { said, body } = headOf(text.replace(/^\ufeff/, ''));
  const named = said.get('separator')?.trim().toLowerCase();
  const candidates = named === undefined ? CANDIDATES : [SEPARATORS[named] ?? (named || '\t')];
  const [shape] = candidates.map((separator) => shapeOf(body, separator)).toSorted((a, b) => b.score - a.score);
  if (!shape || (named === undefined && shape.score < LEAST_SCORE) || shape.columns < 2) throw new Error('it has one column');
  const found = new FoundCards();
  const columns = said.get('columns')?.split(shape.separator);
  let take = columns && rowReader(columns, { said, fallback, found, shape });
  for (const record of recordsOf(body, shape.separator)) {
    if (isEmpty(record) || isComment(record)) continue;
    if (take) take(record);
    else {
      take = rowReader(record, { said, fallback, found, shape });
      if (!headerOf(record)) take(record);
    }
  }
  return found;
}

/** Finds the sides in a row that names the columns; null: it is a card. */
function headerOf(row: readonly string[]): { front: number; back: number; id: number; deck: number; isOurs: boolean } | null {
  const names = row.map((name) => name.trim().toLowerCase());
  const at = (some: ReadonlySet<string>): number => names.findIndex((name) => some.has(name));
  const [front, back] = [at(FRONTS), at(BACKS)];
  if (front < 0 || back < 0 || front === back) return null;
  return { front, back, id: at(IDS), deck: at(DECKS), isOurs: names[front] === 'front' && names[back] === 'back' && names.includes('id') };
}

interface Table {
  readonly said: ReadonlyMap<string, string>;
  readonly fallback: string;
  readonly found: FoundCards;
  readonly shape: Shape;
}

/** Removes the apostrophe that keeps spreadsheets from taking a text for a formula; our own files have it. */
const unguarded = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);

/** Returns what takes in a row of a table, by the table's first one. */
function rowReader(first: readonly string[], { said, fallback, found, shape }: Table): (row: readonly string[]) => void {
  const header = headerOf(first);
  const place = (name: string): number => Number(said.get(name) ?? 0) - 1;
  const at = header ?? { id: place('guid column'), deck: place('deck column'), isOurs: false };
  const apart = [at.id, at.deck, place('notetype column'), place('tags column')];
  const others = Array.from({ length: shape.columns }, (_, n) => n).filter((n) => !apart.includes(n));
  const { front = others[0] ?? 0, back = others[1] ?? 1 } = header ?? {};
  /** How often a front was there before, by deck: cards without an id are told apart by what they ask. */
  const asked = new Map<string, Map<string, number>>();
  return (row) => {
    const cell = (n: number): string => (at.isOurs ? unguarded(row[n] ?? '') : (row[n] ?? '')).trim();
    const side = (n: number): string => {
      // a text with the separator in it that nobody quoted
      const isLast = n === back && n === shape.columns - 1 && row.length > shape.columns;
      const whole = isLast ? row.slice(n).join(shape.separator).trim() : cell(n);
      if (said.get('html')?.trim() !== 'true') return whole;
      const { text: plain, media } = fromAnkiHtml(whole.slice(0, FIELD_CHARACTERS));
      found.media += media;
      return plain;
    };
    const deck = cell(at.deck) || said.get('deck')?.trim() || fallback;
    let sides: { front: string; back: string };
    try {
      sides = { front: side(front), back: side(back) };
    } catch {
      return found.leave('not_understood');
    }
    const guid = cell(at.id) || guidOf(`${deck}\0${sides.front}`, sides.back, asked);
    found.add({ guid, deck, ...sides });
  };
}

/** Returns the id of a card that has none: the same file again adds nothing; the same front with another back is another card. */
function guidOf(name: string, back: string, asked: Map<string, Map<string, number>>): string {
  const backs = asked.get(name) ?? new Map<string, number>();
  asked.set(name, backs);
  const place = backs.get(back) ?? backs.size;
  backs.set(back, place);
  return createHash('sha256')
    .update(place === 0 ? name : `${name}\0${place}`)
    .digest('base64url');
}

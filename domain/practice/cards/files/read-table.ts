import { createHash } from 'node:crypto';
import { lookup } from '#contract/platform/lookup.ts';
import type { TableColumn } from '#contract/platform/table-columns.ts';
import { CARD_LIMITS, type CardColumn } from '#contract/practice/cards.contract.ts';
import { shownColumns, type Placed } from '#domain/platform/tables/table-columns.ts';
import { openTable, type OpenTable, type TableRecord } from '#domain/platform/tables/table-text.ts';
import { fromAnkiHtml } from './anki-text.ts';
import { FoundCards } from './found-cards.ts';
import { FIELD_CHARACTERS } from './read-collection.ts';

const SEPARATORS: Readonly<Record<string, string>> = lookup({ tab: '\t', comma: ',', semicolon: ';', pipe: '|', colon: ':', space: ' ' });
/** Known column names, as whole words. */
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

/** Tells whether a row is a comment: `#` alone also begins colours and hashtags, which stand with other cells. */
const isComment = ([first = '', ...others]: readonly string[]): boolean =>
  first.startsWith('#') && (others.length === 0 || first.startsWith('# '));
/** Minimum share of rows with several columns for a text to count as a table. */
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

/** Separators that a spreadsheet appends to fill each line to the table's width; in `#separator:,` the comma is the value. */
const FILLED = /(?<=[^,;\t])[,;\t]{1,50}$/;

/** Reads the header lines that Anki writes above a table. */
function headOf(text: string): { said: Map<string, string>; body: string } {
  const said = new Map<string, string>();
  let at = 0;
  while (text[at] === '#') {
    const end = (text.indexOf('\n', at) + 1 || text.length + 1) - 1;
    const line = text.slice(at + 1, end);
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (!HEADS.has(name)) break;
    said.set(
      name,
      line
        .slice(colon + 1)
        .replace(/[\r\n]+$/, '')
        .replace(FILLED, ''),
    );
    at = end + 1;
  }
  return { said, body: text.slice(at) };
}

/** How to read a table; missing options are detected. */
interface Chosen {
  readonly columns?: Placed<CardColumn> | undefined;
  /** Whether the first row names the columns. */
  readonly hasHead?: boolean | undefined;
}

export interface CardsTable {
  readonly found: FoundCards;
  readonly columns: TableColumn<CardColumn>[];
  /** Whether the file says which columns are the sides, has no others, or they were chosen by hand. */
  readonly isKnown: boolean;
  readonly hasHead: boolean;
}

/**
 * Reads the cards of a table as text, as written by Anki, Quizlet and spreadsheets.
 * @throws Error for a single column, and when no column is chosen for one of the sides
 */
export function readTable(text: string, fallback: string, chosen: Chosen = {}): CardsTable {
  const { said, body } = headOf(text.replace(/^\ufeff/, ''));
  const named = said.get('separator')?.trim().toLowerCase();
  const table = openTable(body, {
    separator: named === undefined ? undefined : (SEPARATORS[named] ?? (named || '\t')),
    mostRows: 2 * CARD_LIMITS.cards,
    mostCharacters: FIELD_CHARACTERS,
    isSkipped: isComment,
  });
  if ((named === undefined && table.score < LEAST_SCORE) || table.columns < 2) throw new Error('it has one column');
  const found = new FoundCards();
  const above = said.get('columns');
  const { head, after } =
    above === undefined ? headIn(table, chosen) : { head: { line: 0, cells: above.split(table.separator) }, after: 0 };
  const header = head && headerOf(head.cells);
  const columns = chosen.columns ?? placedIn(table, said, header);
  const take = rowReader(columns, { said, fallback, found, table, isOurs: header?.isOurs ?? false });
  const first: TableRecord[] = [];
  for (const record of table.records()) {
    if (record.line <= after) continue;
    if (first.length < SAMPLED) first.push(record);
    take(record.cells);
  }
  const width = Math.min(Math.max(table.columns, columns.length), MOST_SHOWN);
  return {
    found,
    columns: shownColumns(
      Array.from({ length: width }, (_, at) => columns[at] ?? null),
      head,
      first,
    ),
    isKnown: chosen.columns !== undefined || header !== null || SAID_OF_COLUMNS.some((name) => said.has(name)) || table.columns === 2,
    hasHead: head !== null,
  };
}

/** Anki's header lines about its columns. */
const SAID_OF_COLUMNS = ['columns', 'guid column', 'deck column', 'notetype column', 'tags column'];
/** Maximum numbers of rows and columns in a preview. */
const [SAMPLED, MOST_SHOWN] = [3, 50];

/** Finds the row that names the columns, and the last line before the cards. */
function headIn(table: OpenTable, { hasHead }: Chosen): { head: TableRecord | null; after: number } {
  const above = titlesAbove(table);
  for (const record of table.records()) {
    if (record.line <= above) continue;
    const isHead = hasHead ?? (table.hasHead || headerOf(record.cells) !== null);
    return isHead ? { head: record, after: record.line } : { head: null, after: above };
  }
  return { head: null, after: above };
}

/** Maximum number of rows above the column names. */
const MOST_ABOVE = 10;

/** Returns the last line of the titles above the column names, which have text in only one cell; 0 without titles. */
function titlesAbove({ records }: OpenTable): number {
  let last = 0;
  let rows = 0;
  for (const { line, cells } of records()) {
    if (headerOf(cells)) return last;
    rows += 1;
    if (rows > MOST_ABOVE || cells.filter((cell) => cell.trim() !== '').length > 1) return 0;
    last = line;
  }
  return 0;
}

/** Returns the columns that a header row names, or null when the row is a card. */
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
  readonly table: OpenTable;
  /** Whether it is our own export, whose texts begin with an apostrophe where a spreadsheet would see a formula. */
  readonly isOurs: boolean;
}

const unguarded = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);

/**
 * Returns the meaning of each column: as named in the header, or as in Anki's header lines; without either, the first two are the sides.
 */
function placedIn(table: OpenTable, said: ReadonlyMap<string, string>, header: ReturnType<typeof headerOf>): Placed<CardColumn> {
  const place = (name: string): number => Number(said.get(name) ?? 0) - 1;
  const at = header ?? { id: place('guid column'), deck: place('deck column') };
  const apart = [at.id, at.deck, place('notetype column'), place('tags column')];
  const others = Array.from({ length: table.columns }, (_, n) => n).filter((n) => !apart.includes(n));
  const { front = others[0] ?? 0, back = others[1] ?? 1 } = header ?? {};
  const columns: Placed<CardColumn> = Array.from({ length: Math.max(table.columns, front + 1, back + 1) }, () => null);
  const put = (column: CardColumn, n: number) => {
    if (n >= 0) columns[n] = column;
  };
  put('id', at.id);
  put('deck', at.deck);
  put('front', front);
  put('back', back);
  return columns;
}

/** Returns a function that adds the card of a row. */
function rowReader(columns: Placed<CardColumn>, { said, fallback, found, table, isOurs }: Table): (row: readonly string[]) => void {
  const place = (column: CardColumn): number => columns.indexOf(column);
  const at = { front: place('front'), back: place('back'), deck: place('deck'), id: place('id') };
  const { front, back } = at;
  if (front < 0 || back < 0) throw new Error('no column is chosen for one of the sides');
  /** The backs seen for each front and deck: cards without an id are identified by their front. */
  const asked = new Map<string, Map<string, number>>();
  return (row) => {
    const cell = (n: number): string => (isOurs ? unguarded(row[n] ?? '') : (row[n] ?? '')).trim();
    const side = (n: number): string => {
      // an unquoted text that contains the separator
      const isLast = n === back && n === table.columns - 1 && row.length > table.columns;
      const whole = isLast ? row.slice(n).join(table.separator).trim() : cell(n);
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

/** Returns an id for a card without one: the same file again adds nothing, but the same front with another back is another card. */
function guidOf(name: string, back: string, asked: Map<string, Map<string, number>>): string {
  const backs = asked.get(name) ?? new Map<string, number>();
  asked.set(name, backs);
  const place = backs.get(back) ?? backs.size;
  backs.set(back, place);
  return createHash('sha256')
    .update(place === 0 ? name : `${name}\0${place}`)
    .digest('base64url');
}

// Reads a file of flash cards, in a restricted process that `read-cards-file.ts` starts: a package is a stranger's database.
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { CARD_LIMITS } from '#contract/practice/cards.contract.ts';
import { linesOf } from '#domain/platform/restricted/answer-lines.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import type { FiledCard } from './anki-package.ts';
import { fromAnkiHtml } from './anki-text.ts';

/** A collection that unpacks to more has other things in it than cards that can be taken in. */
const UNPACKED_BYTES = 120_000_000;
/** Newest first: a package of a new Anki has an old collection that says only ‘update Anki’. */
const COLLECTIONS = ['collection.anki21b', 'collection.anki21', 'collection.anki2'];
const DEFAULT_DECK = 'Default';

/** Longer fields are no card's, whatever their HTML shows. */
const FIELD_CHARACTERS = 30_000;
/** A file with so many that are left out, or named again, is read no further either. */
const MOST_ROWS = 2 * CARD_LIMITS.cards;

interface Found {
  /** By guid: of a card named twice the last one counts. */
  readonly cards: Map<string, FiledCard>;
  rows: number;
  leftOut: number;
  media: number;
}

/** Adds a card that has text on both sides and is not too long. @throws an error with the code cards.too_many, so that nothing more is read */
function add(found: Found, { guid, deck, front, back }: FiledCard): void {
  found.rows += 1;
  const isFitting = front !== '' && back !== '' && front.length <= CARD_LIMITS.front && back.length <= CARD_LIMITS.back;
  if (!isFitting || guid.length > 120 || found.cards.has(guid)) found.leftOut += 1;
  if (isFitting && guid.length <= 120) found.cards.set(guid, { guid, deck: deck.slice(0, CARD_LIMITS.deck), front, back });
  if (found.cards.size > CARD_LIMITS.cards || found.rows > MOST_ROWS)
    throw Object.assign(new Error('more cards than anybody may have'), { code: 'cards.too_many' });
}

const nothing = (): Found => ({ cards: new Map(), rows: 0, leftOut: 0, media: 0 });

function unpack(bytes: Uint8Array): Uint8Array {
  const files = unzipSync(bytes, { filter: ({ name, originalSize }) => COLLECTIONS.includes(name) && originalSize <= UNPACKED_BYTES });
  const name = COLLECTIONS.find((one) => files[one]);
  if (!name) throw new Error('there is no collection in it');
  return name.endsWith('b') ? zstdDecompressSync(files[name]!, { maxOutputLength: UNPACKED_BYTES }) : files[name]!;
}

const GAP = /\{\{c(\d+)::/g;

interface Gap {
  /** The text before it, after the gap before. */
  readonly before: string;
  /** Which card leaves it open. */
  readonly card: number;
  readonly answer: string;
  readonly hint: string | null;
}

/** Reads the gaps of a field, such as {{c1::Wax::a material}}, and what follows the last one: every sign once, whatever is left unclosed. */
function gapsOf(text: string): { gaps: Gap[]; rest: string } {
  const gaps: Gap[] = [];
  let at = 0;
  for (const { 0: mark, 1: card, index } of text.matchAll(GAP)) {
    const from = index + mark.length;
    const end = text.indexOf('}}', from);
    if (end < 0) break;
    // within one that is open
    if (index < at) continue;
    const inside = text.slice(from, end);
    const colons = inside.indexOf('::');
    const [answer, hint] = colons < 0 ? [inside, null] : [inside.slice(0, colons), inside.slice(colons + 2)];
    gaps.push({ before: text.slice(at, index), card: Number(card), answer, hint });
    at = end + 2;
  }
  return { gaps, rest: text.slice(at) };
}

/** Returns what makes the sides of a note's cards: gaps of its first field, or its first two fields, the other way round for a second card. */
function sidesOf([first = '', ...others]: readonly string[]): (card: number) => { front: string; back: string } {
  const { gaps, rest } = gapsOf(first);
  if (gaps.length > 0) {
    const sides = (answerOf: (gap: Gap) => string) => gaps.map((gap) => gap.before + answerOf(gap)).join('') + rest;
    const back = sides(({ answer }) => answer);
    // too long for a card, whichever gap it leaves open
    if (back.length > CARD_LIMITS.back) return () => ({ front: '', back });
    return (open) => ({ front: sides(({ card, answer, hint }) => (card === open + 1 ? `[${hint ?? '…'}]` : answer)), back });
  }
  const second = others.find((text) => text !== '') ?? '';
  const back = others.filter(Boolean).join('\n');
  return (card) => (card === 0 ? { front: first, back } : { front: second, back: first });
}

/** Reads what is a table in a collection: not a view, whose statement could be anything. */
function tablesOf(collection: DatabaseSync): Set<string> {
  const rows = collection.prepare("select name from sqlite_schema where type = 'table' and sql like 'create table%'").all();
  return new Set(rows.map(({ name }) => String(name)));
}

function deckNames(collection: DatabaseSync, tables: ReadonlySet<string>): Map<string, string> {
  if (tables.has('decks')) {
    const rows = collection.prepare('select cast(id as text) as id, name from decks').all();
    return new Map(rows.map(({ id, name }) => [String(id), String(name).replaceAll('\u001f', '::')]));
  }
  const { decks } = collection.prepare('select decks from col').get() as { decks: string };
  const named = Object.values(JSON.parse(decks) as Record<string, { id: number; name: string }>);
  return new Map(named.map(({ id, name }) => [String(id), String(name)]));
}

function readPackage(bytes: Uint8Array, fallback: string): Found {
  const found = nothing();
  const collection = new DatabaseSync(':memory:');
  collection.deserialize(unpack(bytes));
  collection.exec('pragma trusted_schema = off; pragma query_only = on');
  const tables = tablesOf(collection);
  if (!['col', 'notes', 'cards'].every((name) => tables.has(name))) throw new Error('it is no collection of Anki');
  const decks = deckNames(collection, tables);
  const rows = collection
    .prepare(
      `select cast(note.id as text) as id, note.guid, note.flds, card.ord, cast(card.did as text) as did
         from cards card join notes note on note.id = card.nid order by note.id, card.ord limit ?`,
    )
    .iterate(CARD_LIMITS.cards + 1);
  // of a note with many cards the fields are read once
  let note: { id: unknown; sides: ReturnType<typeof sidesOf> } = { id: null, sides: sidesOf([]) };
  for (const { id, guid, flds, ord, did } of rows) {
    const place = Number(ord);
    if (id !== note.id) {
      const fields = String(flds)
        .split('\u001f')
        .map((html) => (html.length > FIELD_CHARACTERS ? { text: '', media: 0 } : fromAnkiHtml(html)));
      found.media += fields.reduce((sum, { media }) => sum + media, 0);
      note = { id, sides: sidesOf(fields.map(({ text }) => text)) };
    }
    const deck = decks.get(String(did)) ?? DEFAULT_DECK;
    add(found, {
      guid: place === 0 ? String(guid) : `${String(guid)}:${place}`,
      deck: deck === DEFAULT_DECK ? fallback : deck,
      ...note.sides(place),
    });
  }
  return found;
}

const SEPARATORS: Readonly<Record<string, string>> = { tab: '\t', comma: ',', semicolon: ';', pipe: '|', colon: ':', space: ' ' };
const NAMED = ['id', 'deck', 'front', 'back'] as const;

/** Removes the apostrophe that keeps spreadsheets from taking a text for a formula; our own files have it. */
const unguarded = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);

function readTable(bytes: Uint8Array, fallback: string): Found {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new Error('it is no text');
  const [, head = '', body = ''] = /^((?:#[a-z ]+:.*\r?\n)*)([\s\S]*)$/.exec(text)!;
  const said = new Map([...head.matchAll(/^#([a-z ]+):(.*?)\r?$/gm)].map(([, name, value]) => [name!, value!.trim()]));
  const firstLine = body.slice(0, body.indexOf('\n') + 1 || undefined);
  const separator = said.get('separator')?.toLowerCase();
  const delimiter = separator ? (SEPARATORS[separator] ?? separator) : ['\t', ';', ','].find((sign) => firstLine.includes(sign));
  if (!delimiter) throw new Error('it has one column');
  const found = nothing();
  let take: ((row: readonly string[]) => void) | null = null;
  parse(body, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // row by row: a file with too many is read no further, and none is kept twice
    on_record(row: string[]) {
      if (take) take(row);
      else take = rowReader(row, { said, fallback, found });
      return null;
    },
  });
  return found;
}

/** Returns what takes in a row of a table, by the table's first one; that is taken in too, unless it names the columns as our own files do. */
function rowReader(
  first: readonly string[],
  { said, fallback, found }: { readonly said: ReadonlyMap<string, string>; readonly fallback: string; readonly found: Found },
): (row: readonly string[]) => void {
  const names = first.map((name) => name.trim().toLowerCase());
  const isOurs = ['front', 'back'].every((name) => names.includes(name));
  const place = (name: (typeof NAMED)[number], header: string, otherwise: number) =>
    isOurs ? names.indexOf(name) : Number(said.get(header) ?? otherwise + 1) - 1;
  const at = { id: place('id', 'guid column', -1), deck: place('deck', 'deck column', -1) };
  const other = names.map((_, n) => n).filter((n) => ![at.id, at.deck, Number(said.get('notetype column') ?? 0) - 1].includes(n));
  const [front = 0, back = 1] = isOurs ? [names.indexOf('front'), names.indexOf('back')] : other;
  const take = (row: readonly string[]): void => {
    const cell = (n: number): string => (isOurs ? unguarded(row[n] ?? '') : (row[n] ?? '')).replaceAll('\r\n', '\n').trim();
    const side = (n: number): string => {
      if (said.get('html') !== 'true') return cell(n);
      const { text: plain, media } = fromAnkiHtml(cell(n).slice(0, FIELD_CHARACTERS));
      found.media += media;
      return plain;
    };
    const deck = cell(at.deck) || said.get('deck') || fallback;
    const sides = { front: side(front), back: side(back) };
    // without an id a card is told apart by what it asks, so that the same file does not add it again
    const guid = cell(at.id) || createHash('sha256').update(`${deck}\0${sides.front}`).digest('base64url');
    add(found, { guid, deck, ...sides });
  };
  if (!isOurs) take(first);
  return take;
}

/** Answers the cards of an Anki package, or of a table as text, as lines. @param value the deck of cards whose file names none */
export const work: RestrictedWork = (value, bytes) => {
  const fallback = String(value);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const { cards, leftOut, media } = isZip ? readPackage(bytes, fallback) : readTable(bytes, fallback);
  return { value: { leftOut, media }, bytes: Buffer.concat([...linesOf(cards.values())]) };
};

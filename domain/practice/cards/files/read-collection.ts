import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { CARD_LIMITS } from '#contract/practice/cards.contract.ts';
import { answersOf, gapsIn, isOfPicture } from './anki-gaps.ts';
import { readTemplate, sidesOf, typeByPlace, type Field, type NoteType, type Template } from './anki-templates.ts';
import { fromAnkiHtml } from './anki-text.ts';
import { FoundCards } from './found-cards.ts';

/** A larger unpacked collection contains more than cards that can be imported. */
const UNPACKED_BYTES = 120_000_000;
/** Newest first: a package of a new Anki also has an old collection that only says ‘update Anki’. */
const COLLECTIONS = ['collection.anki21b', 'collection.anki21', 'collection.anki2'];
const DEFAULT_DECK = 'Default';
/** No real field is longer, whatever its HTML shows. */
export const FIELD_CHARACTERS = 30_000;
/** Maximum number of note types, fields and templates that are read. */
const MOST_PARTS = 5_000;

function unpack(bytes: Uint8Array): Uint8Array {
  const files = unzipSync(bytes, { filter: ({ name, originalSize }) => COLLECTIONS.includes(name) && originalSize <= UNPACKED_BYTES });
  const name = COLLECTIONS.find((one) => files[one]);
  if (!name) throw new Error('the package contains no collection');
  return name.endsWith('b') ? zstdDecompressSync(files[name]!, { maxOutputLength: UNPACKED_BYTES }) : files[name]!;
}

/** Returns the tables of a collection, without views, whose statement could be anything. */
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

/** Reads the note types: from tables in schema 18, from JSON in schema 11. */
function noteTypes(collection: DatabaseSync, tables: ReadonlySet<string>): Map<string, NoteType> {
  const types = new Map<string, NoteType & { readonly fields: string[]; readonly templates: Map<number, Template> }>();
  const put = (templates: Map<number, Template>, at: number, front: string, back: string): void => {
    const template = readTemplate(front, back);
    if (template) templates.set(at, template);
  };
  if (['notetypes', 'fields', 'templates'].every((name) => tables.has(name))) {
    for (const { id, config } of collection.prepare('select cast(id as text) as id, config from notetypes limit ?').iterate(MOST_PARTS))
      types.set(String(id), { isCloze: messageOf(config).get(1) === 1, fields: [], templates: new Map() });
    for (const { ntid, ord, name } of collection
      .prepare('select cast(ntid as text) as ntid, ord, name from fields limit ?')
      .iterate(MOST_PARTS)) {
      const fields = types.get(String(ntid))?.fields;
      if (fields && Number(ord) >= 0 && Number(ord) < MOST_PARTS) fields[Number(ord)] = String(name);
    }
    for (const { ntid, ord, config } of collection
      .prepare('select cast(ntid as text) as ntid, ord, config from templates limit ?')
      .iterate(MOST_PARTS)) {
      const message = messageOf(config);
      const type = types.get(String(ntid));
      if (type) put(type.templates, Number(ord), String(message.get(1) ?? ''), String(message.get(2) ?? ''));
    }
    return types;
  }
  const { models } = collection.prepare('select models from col').get() as { models: string | null };
  if (!models) return types;
  const found = JSON.parse(models) as Record<
    string,
    { type?: number; flds?: { name: string; ord: number }[]; tmpls?: { ord: number; qfmt: string; afmt: string }[] }
  >;
  for (const [id, { type, flds = [], tmpls = [] }] of Object.entries(found).slice(0, MOST_PARTS)) {
    const templates = new Map<number, Template>();
    for (const { ord, qfmt, afmt } of tmpls.slice(0, MOST_PARTS)) put(templates, Number(ord), String(qfmt), String(afmt));
    const fields = flds.toSorted((a, b) => a.ord - b.ord).map(({ name }) => String(name));
    types.set(id, { isCloze: type === 1, fields, templates });
  }
  return types;
}

/** Reads the numbers and texts of a protocol buffer, by field number. */
function messageOf(bytes: unknown): Map<number, number | string> {
  const message = new Map<number, number | string>();
  if (!(bytes instanceof Uint8Array)) return message;
  let at = 0;
  const number = (): number => {
    let [value, factor] = [0, 1];
    for (; at < bytes.length; factor *= 128) {
      const byte = bytes[at]!;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const key = number();
    const [field, kind] = [Math.floor(key / 8), key % 8];
    if (kind === 0) message.set(field, number());
    else if (kind === 2) {
      const length = number();
      message.set(field, Buffer.from(bytes.subarray(at, at + length)).toString('utf8'));
      at += length;
    } else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else break;
  }
  return message;
}

interface Note {
  readonly type: NoteType;
  readonly fields: readonly Field[];
  /** Why none of its cards can be read. */
  readonly problem: 'too_long' | 'picture' | 'not_understood' | null;
  readonly media: number;
}

function readNote(flds: string, types: ReadonlyMap<string, NoteType>, mid: string): Note {
  let media = 0;
  let problem: Note['problem'] = null;
  const fields = flds.split('\u001f').map((html): Field => {
    if (isOfPicture(html)) problem = 'picture';
    // makes only cards that show this field too long
    if (html.length > FIELD_CHARACTERS) return { text: 'x'.repeat(CARD_LIMITS.back + 1), gaps: null };
    try {
      const read = fromAnkiHtml(html);
      media += read.media;
      const gaps = read.text.includes('{{c') ? gapsIn(read.text) : null;
      const whole = gaps ? answersOf(gaps) : read.text;
      // too long for a card, whichever gap is open
      if (whole.length <= CARD_LIMITS.back) return { text: whole, gaps };
      if (gaps) problem ??= 'too_long';
      return { text: whole.slice(0, CARD_LIMITS.back + 1), gaps: null };
    } catch {
      problem = 'not_understood';
      return { text: '', gaps: null };
    }
  });
  return { type: types.get(mid) ?? typeByPlace(fields), fields, problem, media };
}

/** Reads the cards of an Anki package, each as its template shows it. */
export function readCollection(bytes: Uint8Array, fallback: string): FoundCards {
  const found = new FoundCards();
  const collection = new DatabaseSync(':memory:');
  collection.deserialize(unpack(bytes));
  collection.enableDefensive(false);
  // replace a collation that only Anki has; without it, the tables that use it cannot be read
  collection.exec(`pragma trusted_schema = off; pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, 'unicase', 'nocase') where sql like '%collate unicase%'; pragma writable_schema = reset`);
  collection.enableDefensive(true);
  collection.exec('pragma query_only = on');
  const tables = tablesOf(collection);
  if (!['col', 'notes', 'cards'].every((name) => tables.has(name))) throw new Error('it is not an Anki collection');
  const decks = deckNames(collection, tables);
  const types = noteTypes(collection, tables);
  const rows = collection
    .prepare(
      `select cast(note.id as text) as id, note.guid, cast(note.mid as text) as mid, note.flds, card.ord, cast(card.did as text) as did
         from cards card join notes note on note.id = card.nid order by note.id, card.ord limit ?`,
    )
    .iterate(CARD_LIMITS.cards + 1);
  // fields are read once per note, which may have many cards
  let note: { readonly id: unknown; readonly read: Note } = {
    id: null,
    read: { type: typeByPlace([]), fields: [], problem: null, media: 0 },
  };
  for (const { id, guid, mid, flds, ord, did } of rows) {
    const place = Number(ord);
    if (id !== note.id) {
      note = { id, read: readNote(String(flds), types, String(mid)) };
      found.media += note.read.media;
    }
    const { type, fields, problem } = note.read;
    const sides = problem ? null : sidesOf(type, fields, place);
    const deck = decks.get(String(did)) ?? DEFAULT_DECK;
    if (!sides) found.leave(problem ?? 'not_understood');
    else
      found.add({ guid: place === 0 ? String(guid) : `${String(guid)}:${place}`, deck: deck === DEFAULT_DECK ? fallback : deck, ...sides });
  }
  return found;
}

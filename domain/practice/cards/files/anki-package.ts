import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { strToU8, zipSync } from 'fflate';
import { toAnkiHtml } from './anki-text.ts';

export interface FiledCard {
  readonly guid: string;
  readonly deck: string;
  readonly front: string;
  readonly back: string;
}

/**
 * Schema 11 of Anki's collections, which every version since 2.0 opens. Source:
 * https://github.com/ankidroid/Anki-Android/wiki/Database-Structure
 */
const SCHEMA = `
  create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null, ver integer not null,
    dty integer not null, usn integer not null, ls integer not null, conf text not null, models text not null, decks text not null,
    dconf text not null, tags text not null);
  create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null,
    tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null, data text not null);
  create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null,
    usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null, factor integer not null,
    reps integer not null, lapses integer not null, left integer not null, odue integer not null, odid integer not null,
    flags integer not null, data text not null);
  create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null, ivl integer not null,
    lastIvl integer not null, factor integer not null, time integer not null, type integer not null);
  create table graves (usn integer not null, oid integer not null, type integer not null);
  create index ix_notes_usn on notes (usn);
  create index ix_cards_usn on cards (usn);
  create index ix_revlog_usn on revlog (usn);
  create index ix_cards_nid on cards (nid);
  create index ix_cards_sched on cards (did, queue, due);
  create index ix_revlog_cid on revlog (cid);
  create index ix_notes_csum on notes (csum);
`;
/** Id of the note type. It never changes, so that notes imported again have the same type. */
const MODEL_ID = 1_764_115_200_000;
const CSS = '.card { font-family: arial; font-size: 20px; text-align: center; color: black; background-color: white; }';
const FIELD = { sticky: false, rtl: false, font: 'Arial', size: 20, media: [] };
const SEPARATOR = '\u001f';

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
/** Derives an id from a deck's name, so that the deck is the same in the next file. */
const deckId = (name: string): number => 1_000_000_000_000 + Number.parseInt(sha1(name).slice(0, 10), 16);

const model = (seconds: number) => ({
  id: MODEL_ID,
  name: 'Coursewright',
  type: 0,
  mod: seconds,
  usn: -1,
  sortf: 0,
  did: 1,
  tmpls: [{ name: 'Card 1', ord: 0, qfmt: '{{Front}}', afmt: '{{FrontSide}}<hr id=answer>{{Back}}', bqfmt: '', bafmt: '', did: null }],
  flds: ['Front', 'Back'].map((name, ord) => ({ ...FIELD, name, ord })),
  css: CSS,
  latexPre: '\\documentclass[12pt]{article}\n\\begin{document}\n',
  latexPost: '\\end{document}',
  latexsvg: false,
  req: [[0, 'any', [0]]],
  tags: [],
  vers: [],
});

const deckOf = (id: number, name: string, seconds: number) => ({
  id,
  name,
  mod: seconds,
  usn: -1,
  lrnToday: [0, 0],
  revToday: [0, 0],
  newToday: [0, 0],
  timeToday: [0, 0],
  collapsed: false,
  browserCollapsed: false,
  desc: '',
  dyn: 0,
  conf: 1,
  extendNew: 0,
  extendRev: 0,
});

const DECK_OPTIONS = {
  id: 1,
  name: 'Default',
  mod: 0,
  usn: 0,
  maxTaken: 60,
  autoplay: true,
  timer: 0,
  replayq: true,
  dyn: false,
  new: { bury: true, delays: [1, 10], initialFactor: 2_500, ints: [1, 4, 7], order: 1, perDay: 20, separate: true },
  rev: { bury: true, ease4: 1.3, fuzz: 0.05, ivlFct: 1, maxIvl: 36_500, minSpace: 1, perDay: 200 },
  lapse: { delays: [10], leechAction: 0, leechFails: 8, minInt: 1, mult: 0 },
};

/** Writes cards as an Anki package; Anki treats them as new cards. @param at time of creation */
export function ankiPackage(cards: readonly FiledCard[], at: Date): Uint8Array {
  const ms = at.getTime();
  const seconds = Math.floor(ms / 1_000);
  const names = [...new Set(cards.map(({ deck }) => deck))];
  const decks = Object.fromEntries([
    ['1', deckOf(1, 'Default', seconds)],
    ...names.map((name) => [String(deckId(name)), deckOf(deckId(name), name, seconds)]),
  ]);
  const conf = { nextPos: cards.length + 1, estTimes: true, activeDecks: [1], sortType: 'noteFld', timeLim: 0, sortBackwards: false };
  const rest = { addToCur: true, curDeck: 1, newSpread: 0, dueCounts: true, curModel: String(MODEL_ID), collapseTime: 1_200 };
  const collection = new DatabaseSync(':memory:');
  try {
    collection.exec(`begin; ${SCHEMA}`);
    collection
      .prepare('insert into col values (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)')
      .run(
        seconds,
        ms,
        ms,
        JSON.stringify({ ...conf, ...rest }),
        JSON.stringify({ [MODEL_ID]: model(seconds) }),
        JSON.stringify(decks),
        JSON.stringify({ 1: DECK_OPTIONS }),
        '{}',
      );
    const addNote = collection.prepare("insert into notes values (?, ?, ?, ?, -1, '', ?, ?, ?, 0, '')");
    const addCard = collection.prepare("insert into cards values (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')");
    for (const [n, { guid, deck, front, back }] of cards.entries()) {
      const id = ms + n;
      const html = toAnkiHtml(front);
      // checksum of the first field as plain text, by which Anki finds duplicates
      const checksum = Number.parseInt(sha1(front).slice(0, 8), 16);
      addNote.run(id, guid, MODEL_ID, seconds, [html, toAnkiHtml(back)].join(SEPARATOR), front, checksum);
      addCard.run(id, id, deckId(deck), seconds, n + 1);
    }
    collection.exec('commit');
    return zipSync({ 'collection.anki2': collection.serialize(), media: strToU8('{}') }, { mtime: at });
  } finally {
    collection.close();
  }
}

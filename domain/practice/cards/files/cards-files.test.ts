import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { unzipSync, zipSync, strToU8 } from 'fflate';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { CARD_LIMITS } from '#contract/practice/cards.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { addCards } from '../card.commands.ts';
import { ankiPackage } from './anki-package.ts';
import { fromAnkiHtml, toAnkiHtml } from './anki-text.ts';
import { exportCards } from './export-cards.queries.ts';
import { importCards, readCardsFile } from './import-cards.command.ts';

const test = useTestDatabase();
/** As it is imported without a preview. */
const { signal } = new AbortController();
const PLAIN = { isLook: false, signal };
const turn = { accountId: 'ines', isAdmitted: true };
const cardsIn = async (bytes: Uint8Array) => {
  const { batches, leftOut, media } = await readCardsFile(bytes, { asked: { deck: 'Mine', languages: [] }, turn, signal });
  const cards = [];
  for await (const batch of batches) cards.push(...batch);
  return { leftOut, media, cards };
};
const total = (leftOut: Readonly<Record<string, number>>) => Object.values(leftOut).reduce((sum, cards) => sum + cards, 0);
const fileOf = (bytes: Uint8Array | string, name = 'cards.apkg') => new File([Buffer.from(bytes as Uint8Array)], name);
const cardsOf = (accountId: string) =>
  test.knex('flash_card').where({ account_id: accountId }).orderBy('created_at').orderBy('id').select('guid', 'deck', 'front', 'back');
const openCollection = (bytes: Uint8Array): DatabaseSync => {
  const collection = new DatabaseSync(':memory:');
  collection.deserialize(unzipSync(bytes)['collection.anki2']!);
  return collection;
};

const SIDES = [
  'What do bees eat?',
  'نحلة العسل ماذا تأكل؟',
  '蜜蜂吃什么？',
  'E = $mc^2$ and prices of $5 and $6',
  '=1+2 "quoted", with commas',
  "'apostrophe",
  '- a dash',
  'two\nlines & <b>tags</b>',
  '  inner  blanks  '.trim(),
  'tab\there',
];
const fiveHundred = Array.from({ length: 500 }, (_, n) => ({
  guid: uuidv7(),
  deck: n % 3 === 0 ? 'Bees' : 'Bees::Honey & wax',
  front: `${SIDES[n % SIDES.length]} ${n}`,
  back: `${SIDES[(n + 3) % SIDES.length]} ${n}`,
}));

describe('500 cards', () => {
  it.each(['apkg', 'csv'] as const)('are the same after a round trip through %s, and are not added again', async (format) => {
    const [ines, omar] = [await givenOwner(), await givenOwner()];
    await test.knex.transaction((trx) => addCards(trx, { accountId: ines, deck: 'Bees' }, fiveHundred));
    const file = fileOf(await buffer(await exportCards({ accountId: ines, format, signal })));
    expect(await importCards({ accountId: omar, file, deck: 'Imported', ...PLAIN })).toMatchObject({ added: 500, left_out: 0, media: 0 });
    const byGuid = (cards: readonly { guid: string }[]) => cards.toSorted((one, other) => one.guid.localeCompare(other.guid));
    expect(byGuid(await cardsOf(omar))).toEqual(byGuid(fiveHundred));
    await test.knex('flash_card').where({ account_id: omar, guid: fiveHundred[0]!.guid }).update({ front: 'Changed', reviews: 3 });
    expect(await importCards({ accountId: omar, file, deck: 'Imported', ...PLAIN })).toMatchObject({
      added: 0,
      updated: 1,
      unchanged: 499,
    });
    const [again] = await test.knex('flash_card').where({ account_id: omar, guid: fiveHundred[0]!.guid });
    expect(again).toMatchObject({ front: fiveHundred[0]!.front, reviews: 3 });
  });

  it('of a file that is read in parts become due a few a day, all together', async () => {
    const accountId = await givenOwner();
    const rows = fiveHundred.map((_, n) => `front ${n},back`).join('\n');
    await importCards({ accountId, file: fileOf(rows, 'a.csv'), deck: 'D', ...PLAIN });
    const days = await test.knex('flash_card').where({ account_id: accountId }).groupBy('due_at').count({ cards: '*' });
    expect(days.map(({ cards }) => Number(cards))).toEqual(Array.from({ length: 25 }, () => 20));
  });

  it('become due a few a day', async () => {
    const accountId = await givenOwner();
    await test.knex.transaction((trx) => addCards(trx, { accountId, deck: 'Bees' }, fiveHundred.slice(0, 50)));
    const days = await test.knex('flash_card').where({ account_id: accountId }).select('due_at').orderBy('due_at');
    const first = days[0]!.due_at.getTime();
    expect(days.map(({ due_at }) => Math.round((due_at.getTime() - first) / 86_400_000)).filter((day) => day === 1)).toHaveLength(20);
  });

  it('beyond the limit of an account are refused, all of them', async () => {
    const accountId = await givenOwner();
    const many = Array.from({ length: CARD_LIMITS.cards - 10 }, () => ({ front: 'a', back: 'b' }));
    await test.knex.transaction((trx) => addCards(trx, { accountId, deck: 'Bees' }, many));
    const rows = Array.from({ length: 11 }, (_, n) => `front ${n},back`).join('\n');
    await expect(importCards({ accountId, file: fileOf(rows, 'a.csv'), deck: 'D', ...PLAIN })).rejects.toMatchObject({
      code: 'cards.too_many',
    });
    expect(await test.knex('flash_card').where({ account_id: accountId }).count()).toEqual([{ count: many.length }]);
  });
});

describe('an Anki package', () => {
  it('has the tables, the note type and the decks that Anki’s schema 11 requires, and a card for each note', () => {
    const collection = openCollection(ankiPackage(fiveHundred, new Date('2026-01-01T00:00:00Z')));
    const col = collection.prepare('select * from col').get() as Record<string, string | number>;
    expect(col).toMatchObject({ id: 1, ver: 11, crt: 1_767_225_600 });
    const [model] = Object.values(JSON.parse(String(col.models))) as { id: number; flds: object[]; tmpls: object[] }[];
    expect(model).toMatchObject({
      flds: [
        { name: 'Front', ord: 0 },
        { name: 'Back', ord: 1 },
      ],
      tmpls: [{ ord: 0, qfmt: '{{Front}}' }],
    });
    const decks = Object.values(JSON.parse(String(col.decks))) as { id: number; name: string }[];
    expect(decks.map(({ name }) => name).toSorted()).toEqual(['Bees', 'Bees::Honey & wax', 'Default']);
    const rows = collection
      .prepare('select note.mid, card.did, note.flds, note.csum from notes note join cards card on card.nid = note.id and card.ord = 0')
      .all();
    expect(rows).toHaveLength(500);
    expect(rows.every(({ mid }) => mid === model!.id)).toBe(true);
    expect(rows.every(({ did }) => decks.some(({ id }) => id === did))).toBe(true);
    expect(rows.every(({ flds }) => String(flds).split('\u001f').length === 2)).toBe(true);
    expect(collection.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });

  /** As written by a new Anki: schema 18, compressed, beside an old collection that asks for an update. */
  function newPackage(fill: (collection: DatabaseSync) => void): Uint8Array {
    const collection = new DatabaseSync(':memory:');
    collection.exec(`create table col (id integer primary key, ver integer, decks text, models text);
      insert into col values (1, 18, '', '');
      create table decks (id integer primary key, name text not null collate nocase, common blob, kind blob);
      insert into decks values (1, 'Default', x'', x''), (2, 'Biology' || char(31) || 'Bees', x'', x'');
      create table notes (id integer primary key, guid text, mid integer, tags text, flds text);
      create table cards (id integer primary key, nid integer, did integer, ord integer)`);
    fill(collection);
    const old = new DatabaseSync(':memory:');
    old.exec('create table col (id integer)');
    return zipSync({
      'collection.anki21b': zstdCompressSync(collection.serialize()),
      'collection.anki2': old.serialize(),
      media: strToU8('{}'),
    });
  }
  const note = (collection: DatabaseSync, id: number, fields: readonly string[], cards: readonly [did: number, ord: number][]) => {
    collection.prepare('insert into notes values (?, ?, 1, ?, ?)').run(id, `guid${id}`, '', fields.join('\u001f'));
    for (const [n, [did, ord]] of cards.entries())
      collection.prepare('insert into cards values (?, ?, ?, ?)').run(id * 10 + n, id, did, ord);
  };

  it('of a new Anki is read: decks below decks, reversed cards, gaps, HTML, pictures left out', async () => {
    const bytes = newPackage((collection) => {
      note(collection, 1, ['Who makes <b>honey</b>?', '<div>Bees</div><div>and &lt;wasps&gt;</div><img src="a.jpg">'], [[2, 0]]);
      note(
        collection,
        2,
        ['Drone', 'a male bee [sound:a.mp3]'],
        [
          [1, 0],
          [1, 1],
        ],
      );
      note(
        collection,
        3,
        [String.raw`{{c1::Wax}} melts at {{c2::63 °C::temperature}}, \(T_m\)`, ''],
        [
          [2, 0],
          [2, 1],
        ],
      );
      note(collection, 4, ['Only a front', ''], [[1, 0]]);
    });
    const deck = 'Biology::Bees';
    expect(await cardsIn(bytes)).toEqual({
      cards: [
        { guid: 'guid1', deck, front: 'Who makes honey?', back: 'Bees\nand <wasps>\n[🖼 a.jpg]' },
        { guid: 'guid2', deck: 'Mine', front: 'Drone', back: 'a male bee' },
        { guid: 'guid2:1', deck: 'Mine', front: 'a male bee', back: 'Drone' },
        { guid: 'guid3', deck, front: '[…] melts at 63 °C, $T_m$', back: 'Wax melts at 63 °C, $T_m$' },
        { guid: 'guid3:1', deck, front: 'Wax melts at [temperature], $T_m$', back: 'Wax melts at 63 °C, $T_m$' },
      ],
      leftOut: { no_text: 1 },
      media: 2,
    });
  });

  async function expectRead(part: string): Promise<void> {
    const bytes = newPackage((collection) => {
      note(collection, 1, [part.repeat(60_000), 'back'], [[1, 0]]);
      for (let n = 0; n < 60; n += 1) note(collection, n + 2, [part.repeat(29_000 / part.length), 'back'], [[1, 0]]);
      note(collection, 100, ['{{c1::Wax}} melts', ''], [[1, 0]]);
    });
    const { cards, leftOut } = await cardsIn(bytes);
    expect([cards.length + total(leftOut), cards.at(-1)]).toEqual([
      62,
      { guid: 'guid100', deck: 'Mine', front: '[…] melts', back: 'Wax melts' },
    ]);
  }
  // a regular expression that tries every end for every beginning takes minutes for any of these
  it.each([
    ['gaps that nobody closes', '{{c1::'],
    ['tags within each other', '<b>'],
  ])('with %s is read, without the cards that do not fit', (_, part) => expectRead(part));
  it.each([
    ['gaps with many hints', '{{c1::a::'],
    ['recordings without an end', '[sound:'],
    ['formulas without an end', '[$]$'],
  ])('with %s is read, without the cards that do not fit', { tags: 'slow' }, (_, part) => expectRead(part));

  it('whose notes have thousands of cards is read in the time of one', { tags: 'slow' }, async () => {
    const gaps = Array.from({ length: 400 }, (_, n) => `{{c${n + 1}::a}}`).join(' ');
    const bytes = newPackage((collection) => {
      const every = Array.from({ length: 400 }, (_, n): [number, number] => [1, n]);
      for (let n = 0; n < 40; n += 1) note(collection, n * 1_000 + 1, [gaps, '<i>x</i>'.repeat(3_000)], every);
    });
    expect((await cardsIn(bytes)).cards).toHaveLength(16_000);
  });

  it.each<[string, () => Uint8Array]>([
    ['a zip without a collection', () => zipSync({ 'a.txt': strToU8('a') })],
    ['a broken zip', () => ankiPackage(fiveHundred, new Date()).subarray(0, 2_000)],
    ['a collection that is no database', () => zipSync({ 'collection.anki2': strToU8('SQLite format 3\0'.repeat(99)) })],
    [
      'a view in place of notes, which never ends',
      () =>
        newPackage((collection) =>
          collection.exec(`drop table notes;
            create view notes as with recursive n(id) as (select 1 union all select id + 1 from n) select id, 'g' as guid, 'f' as flds from n`),
        ),
    ],
    ['a bomb', () => zipSync({ 'collection.anki21b': zstdCompressSync(Buffer.alloc(300_000_000)) })],
    ['binary data', () => Buffer.from([1, 2, 3, 0, 255, 254, 0])],
    ['text in one column', () => Buffer.from('only\nwords\n')],
    ['nothing', () => new Uint8Array()],
  ])('%s is refused', async (_, bytes) => {
    await expect(cardsIn(bytes())).rejects.toMatchObject({ code: 'cards.bad_file' });
  });
});

describe('concurrent files of one account', () => {
  const codesOf = async (orders: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(orders)).map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code?: string }).code));

  it.each<[string, (accountId: string) => Promise<unknown>]>([
    ['taken in', (accountId) => importCards({ accountId, file: fileOf('bee,insect', 'a.csv'), deck: 'D', ...PLAIN })],
    ['written', (accountId) => exportCards({ accountId, format: 'apkg', signal })],
  ])('are %s one after the other; a fifth one is refused, and nobody else', async (_, order) => {
    const [ines, omar] = [await givenOwner(), await givenOwner()];
    const codes = codesOf([1, 2, 3, 4, 5].map(() => order(ines)));
    const other = codesOf([order(omar)]);
    expect([await codes, await other]).toEqual([['done', 'done', 'done', 'done', 'limits.rate'], ['done']]);
  });
});

describe('text in columns', () => {
  it('with more cards than an account can have is read no further', { tags: 'slow' }, async () => {
    const rows = Array.from({ length: CARD_LIMITS.cards + 1 }, (_, n) => `front ${n},back`).join('\n');
    // this cannot be read
    const rest = '"a\n'.repeat(100_000);
    await expect(cardsIn(Buffer.from(`${rows}\n${rest}`))).rejects.toMatchObject({ code: 'cards.too_many' });
    const sameCard = Array.from({ length: 100_000 }, () => 'a,b').join('\n');
    await expect(cardsIn(Buffer.from(`${sameCard}\n${rest}`))).rejects.toMatchObject({ code: 'cards.too_many' });
  });

  it('is read as Anki writes it, with its own headers', async () => {
    const text = '#separator:tab\n#html:true\n#guid column:1\n#deck column:2\ng1\tBees\tWho <i>flies</i>?\tA &amp; B\n';
    expect((await cardsIn(Buffer.from(text))).cards).toEqual([{ guid: 'g1', deck: 'Bees', front: 'Who flies?', back: 'A & B' }]);
  });

  it('is read as a spreadsheet saves it: with semicolons, a byte order mark, quotes; the same file adds nothing', async () => {
    const accountId = await givenOwner();
    const file = fileOf('\uFEFFbee;"an insect; with wings"\r\nwasp;another\r\n;no front\r\n', 'a.csv');
    expect(await importCards({ accountId, file, deck: 'Insects', ...PLAIN })).toMatchObject({ added: 2, left_out: 1 });
    expect(await importCards({ accountId, file, deck: 'Insects', ...PLAIN })).toMatchObject({ added: 0, unchanged: 2 });
    expect(await cardsOf(accountId)).toMatchObject([
      { deck: 'Insects', front: 'bee', back: 'an insect; with wings' },
      { deck: 'Insects', front: 'wasp', back: 'another' },
    ]);
  });
});

describe('a side as Anki stores it', () => {
  it('reads back as the same text, whatever it contains', () => {
    const sign = fc.constantFrom('a', '$', '5', ' ', '<', '>', '&', '\n', '"', "'", 'ß', '蜂', '\u00a0', ';', '&amp;', '<br>');
    const side = fc.array(sign, { minLength: 1, maxLength: 40 }).map((signs) => signs.join('').trim());
    fc.assert(
      fc.property(side, (text) => fromAnkiHtml(toAnkiHtml(text)).text === text),
      { examples: [['$$a$$a'], ['$$a$$5'], ['$$\na = 5\n$$']] },
    );
  });
});

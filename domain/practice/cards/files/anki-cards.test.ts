import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readCollection } from './read-collection.ts';
import { isMoodleQuiz } from './read-cards-file.task.ts';
import { decodeText } from '#domain/platform/encodings/decode-text.ts';
import { readTable } from './read-table.ts';
import type { FoundCards } from './found-cards.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

interface Kind {
  readonly fields: readonly string[];
  readonly isCloze?: boolean;
  readonly templates: readonly (readonly [front: string, back: string])[];
}
interface Note {
  readonly kind: number;
  readonly fields: readonly string[];
  readonly cards: readonly number[];
}

const sidesOf = ({ cards, leftOut, media }: FoundCards) => ({
  cards: [...cards.values()].map(({ front, back }) => [front, back]),
  leftOut,
  media,
});

function fill(collection: DatabaseSync, notes: readonly Note[]): void {
  for (const [at, { kind, fields, cards }] of notes.entries()) {
    collection.prepare('insert into notes values (?, ?, ?, ?, ?)').run(at + 1, `guid${at + 1}`, kind + 1, '', fields.join('\u001f'));
    for (const ord of cards) collection.prepare('insert into cards values (?, ?, 1, ?)').run(at * 100 + ord + 1, at + 1, ord);
  }
}

const NOTES = `create table notes (id integer primary key, guid text, mid integer, tags text, flds text);
  create table cards (id integer primary key, nid integer, did integer, ord integer);`;

/** As exported by Anki up to 2.1.49: note types are JSON in `col`. */
function schema11(kinds: readonly Kind[], notes: readonly Note[]): Uint8Array {
  const collection = new DatabaseSync(':memory:');
  collection.exec(`create table col (id integer primary key, ver integer, models text, decks text); ${NOTES}`);
  const models = kinds.map(({ fields, isCloze = false, templates }, at) => ({
    id: at + 1,
    type: isCloze ? 1 : 0,
    // Anki does not store them in order
    flds: fields.map((name, ord) => ({ name, ord })).toReversed(),
    tmpls: templates.map(([qfmt, afmt], ord) => ({ name: `Card ${ord + 1}`, ord, qfmt, afmt })),
  }));
  collection
    .prepare('insert into col values (1, 11, ?, ?)')
    .run(JSON.stringify(Object.fromEntries(models.map((model) => [model.id, model]))), JSON.stringify({ 1: { id: 1, name: 'Default' } }));
  fill(collection, notes);
  return zipSync({ 'collection.anki2': collection.serialize(), media: strToU8('{}') });
}

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]);
const textField = (field: number, text: string): number[] => [field * 8 + 2, ...varint(Buffer.byteLength(text)), ...Buffer.from(text)];

/** As exported by Anki since 2.1.50: note types are tables with protocol buffers, whose names use a collation that only Anki has. */
function schema18(kinds: readonly Kind[], notes: readonly Note[]): Uint8Array {
  const collection = new DatabaseSync(':memory:');
  collection.exec(`create table col (id integer primary key, ver integer, models text, decks text); insert into col values (1, 18, '', ''); ${NOTES}
    create table decks (id integer primary key not null, name text not null collate binary, common blob, kind blob);
    insert into decks values (1, 'Default', x'', x'');
    create table notetypes (id integer primary key not null, name text not null collate binary, mtime_secs integer, usn integer, config blob not null);
    create table fields (ntid integer not null, ord integer not null, name text not null collate binary, config blob not null, primary key (ntid, ord)) without rowid;
    create table templates (ntid integer not null, ord integer not null, name text not null collate binary, mtime_secs integer, usn integer, config blob not null, primary key (ntid, ord)) without rowid;`);
  for (const [at, { fields, isCloze = false, templates }] of kinds.entries()) {
    const config = Uint8Array.from([...(isCloze ? [8, 1] : []), ...textField(3, '.card {}')]);
    collection.prepare('insert into notetypes values (?, ?, 0, 0, ?)').run(at + 1, `Kind ${at}`, config);
    fields.forEach((name, ord) => collection.prepare("insert into fields values (?, ?, ?, x'')").run(at + 1, ord, name));
    templates.forEach(([front, back], ord) =>
      collection
        .prepare('insert into templates values (?, ?, ?, 0, 0, ?)')
        .run(at + 1, ord, `Card ${ord + 1}`, Uint8Array.from([...textField(1, front), ...textField(2, back)])),
    );
  }
  fill(collection, notes);
  collection.enableDefensive(false);
  collection.exec("pragma writable_schema = on; update sqlite_schema set sql = replace(sql, 'collate binary', 'collate unicase')");
  return zipSync({ 'collection.anki21b': zstdCompressSync(collection.serialize()), media: strToU8('{}') });
}

const BOTH = [
  ['schema 11', schema11],
  ['schema 18', schema18],
] as const;
const BASIC: Kind = { fields: ['Front', 'Back'], templates: [['{{Front}}', '{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}']] };
const CLOZE: Kind = {
  fields: ['Text', 'Back Extra'],
  isCloze: true,
  templates: [['{{cloze:Text}}', '{{cloze:Text}}<br>\n{{Back Extra}}']],
};
const basic = (...fields: readonly string[]): Note => ({ kind: 0, fields, cards: [0] });

describe.each(BOTH)('a package in %s', (_, packed) => {
  const read = (kinds: readonly Kind[], ...notes: readonly Note[]) => sidesOf(readCollection(packed(kinds, notes), 'Mine'));

  it('has its cards as their templates show them, whatever the order of the fields', () => {
    const vocabulary: Kind = {
      fields: ['Rank', 'Word', 'Sound', 'Meaning', 'Example', 'Hint'],
      templates: [
        [
          '<div class="word">{{Word}}</div>{{hint:Hint}}<script>x()</script>',
          '{{FrontSide}}<hr id="answer"><b>{{Meaning}}</b>{{#Example}}<div>e.g. {{Example}}</div>{{/Example}}{{^Example}}<i>none</i>{{/Example}}',
        ],
        ['Which word means <i>{{text:Meaning}}</i>?<br>{{type:Word}}', '{{Meaning}}<hr id=answer>{{type:Word}}{{tts en_US:Word}}'],
        ['{{Hint}}', '{{Word}}'],
      ],
    };
    const notes: Note[] = [
      { kind: 0, fields: ['17', 'Biene', '[sound:b.mp3]', 'bee', 'Die Biene fliegt.', 'bzz'], cards: [0, 1, 2] },
      { kind: 0, fields: ['18', 'Wespe', '', 'wasp', '', ''], cards: [0, 2] },
    ];
    expect(read([vocabulary], ...notes)).toEqual({
      cards: [
        ['Biene', 'bee\ne.g. Die Biene fliegt.'],
        ['Which word means bee?', 'Biene'],
        ['bzz', 'Biene'],
        ['Wespe', 'wasp\nnone'],
      ],
      leftOut: { no_text: 1 },
      media: 1,
    });
  });

  it('has gaps within gaps, and gaps of several cards; a gap that is not of its note is left out', () => {
    const note = {
      kind: 0,
      fields: ['{{c1::Bees {{c2::fly}}::who does what}} at {{c1,3::dawn}}', 'From ten degrees on'],
      cards: [0, 1, 2, 3],
    };
    const back = 'Bees fly at dawn\nFrom ten degrees on';
    expect(read([CLOZE], note)).toEqual({
      cards: [
        ['[who does what] at […]', back],
        ['Bees […] at dawn', back],
        ['Bees fly at […]', back],
      ],
      leftOut: { not_understood: 1 },
      media: 0,
    });
  });

  it('keeps figures, readings, tables, code, lists and formulas', () => {
    const sides: [string, string, string][] = [
      ['10<sup>23</sup> particles', 'H<sub>2</sub>O', '10²³ particles|H₂O'],
      ['<ruby>漢字<rt>かんじ</rt></ruby>', 'kanji', '漢字(かんじ)|kanji'],
      [
        'Weights?',
        '<table><tr><td>Bee</td><td>0.1 g</td></tr><tr><td>Wasp</td><td>0.2 g</td></tr></table>',
        'Weights?|Bee | 0.1 g\nWasp | 0.2 g',
      ],
      ['Code?', '<pre><code>def f():\n    return 1</code></pre>', 'Code?|def f():\n    return 1'],
      ['Steps?', '<ol start="2"><li>fly</li><li>land</li></ol>', 'Steps?|2. fly\n3. land'],
      [
        String.raw`\[ E = mc^2 \] and [$]x[/$]`,
        '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>',
        String.raw`$$ E = mc^2 $$ and $x$|$\frac{1}{2}$`,
      ],
    ];
    const { cards } = read([BASIC], ...sides.map(([front, back]) => basic(front, back)));
    expect(cards.map((card) => card.join('|'))).toEqual(sides.map(([, , sides]) => sides));
  });

  it('shows words with their readings as its template asks', () => {
    const kind: Kind = { fields: ['Word', 'Meaning'], templates: [['{{kanji:Word}}', '{{furigana:Word}}<br>{{Meaning}}']] };
    expect(read([kind], basic(' 日本[にほん]の 鳥[とり]', 'birds')).cards).toEqual([['日本の鳥', '日本(にほん)の鳥(とり)\nbirds']]);
  });

  it('names pictures, and leaves out cards that are only a picture, or unreadable', () => {
    const occlusion: Kind = {
      fields: ['Occlusion', 'Image', 'Header', 'Back Extra'],
      isCloze: true,
      templates: [
        [
          '{{#Header}}<div>{{Header}}</div>{{/Header}}<div style="display: none">{{cloze:Occlusion}}</div>{{Image}}',
          '{{cloze:Occlusion}}{{Back Extra}}',
        ],
      ],
    };
    const hidden: Note = {
      kind: 1,
      fields: ['{{c1::image-occlusion:rect:left=.1:top=.2}}', '<img src="heart.png">', 'The heart', ''],
      cards: [0],
    };
    const orphan: Note = { kind: 0, fields: ['a', 'b'], cards: [7] };
    const read_ = read(
      [BASIC, occlusion],
      basic('Which bone?<br><img src="bone%201.jpg">', 'Femur'),
      basic('<img src="a.png">', 'Tibia'),
      hidden,
      orphan,
      basic('', 'x'),
    );
    expect(read_).toMatchObject({
      cards: [['Which bone?\n[🖼 bone 1.jpg]', 'Femur']],
      leftOut: { picture: 2, not_understood: 1, no_text: 1 },
    });
  });
});

const table = (text: string | Uint8Array) =>
  sidesOf(readTable(decodeText(typeof text === 'string' ? Buffer.from(text) : text).text, 'Mine').found);
const wide = (text: string, isBig = false): Buffer => (isBig ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le'));

describe('a table', () => {
  it.each<[string, string | Uint8Array, string[][]]>([
    [
      'with a semicolon in its first line',
      'What is a; b?,yes\nbee,insect\nwasp,insect\nant,insect\n',
      [
        ['What is a; b?', 'yes'],
        ['bee', 'insect'],
        ['wasp', 'insect'],
        ['ant', 'insect'],
      ],
    ],
    [
      'with tabs, and commas in its texts',
      'bee, the\tinsect, flying\nwasp\tinsect\n',
      [
        ['bee, the', 'insect, flying'],
        ['wasp', 'insect'],
      ],
    ],
    [
      'with quotation marks that are signs of the text',
      '"Hamlet" is by whom?,Shakespeare\nbee,insect\n"a, b",c\n',
      [
        ['"Hamlet" is by whom?', 'Shakespeare'],
        ['bee', 'insect'],
        ['a, b', 'c'],
      ],
    ],
    [
      'with one that nobody closes',
      'bee\t"an insect\nwasp\tinsect\n6" nail\tiron\n',
      [
        ['bee', '"an insect'],
        ['wasp', 'insect'],
        ['6" nail', 'iron'],
      ],
    ],
    [
      'with quoted line breaks and marks',
      '"two\nlines","say ""hum"""\nbee, "an insect"\n',
      [
        ['two\nlines', 'say "hum"'],
        ['bee', 'an insect'],
      ],
    ],
    [
      'with a comma that nobody quoted',
      'bee,insect\nwasp,insect, too\nant,insect\n',
      [
        ['bee', 'insect'],
        ['wasp', 'insect, too'],
        ['ant', 'insect'],
      ],
    ],
    ['with names of its columns', 'Question,Answer\nbee?,insect\n', [['bee?', 'insect']]],
    ['with them in another order', 'Definition\tTerm\ninsect\tbee\n', [['bee', 'insect']]],
    ['with them in German', 'Begriff;Definition\nBiene;Insekt\n', [['Biene', 'Insekt']]],
    [
      'with comments',
      '# my cards, of bees\n#no card at all\nbee,insect\n# more, of wasps\nwasp,insect\n',
      [
        ['bee', 'insect'],
        ['wasp', 'insect'],
      ],
    ],
    [
      'of colours',
      '#FF0000,red\n#00FF00,green\n',
      [
        ['#FF0000', 'red'],
        ['#00FF00', 'green'],
      ],
    ],
    [
      'in Windows-1252',
      Buffer.from(
        'Bär;großer “Bär”\nBiene;Insekt – klein\n'.replaceAll('“', '\x93').replaceAll('”', '\x94').replaceAll('–', '\x96'),
        'latin1',
      ),
      [
        ['Bär', 'großer “Bär”'],
        ['Biene', 'Insekt – klein'],
      ],
    ],
    ['in UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), wide('Bär\tbear\n')]), [['Bär', 'bear']]],
    ['in UTF-16 without', wide('Bär\tbear\n'), [['Bär', 'bear']]],
    ['in UTF-16 the other way round', Buffer.concat([Buffer.from([0xfe, 0xff]), wide('Bär\tbear\n', true)]), [['Bär', 'bear']]],
    [
      'of an old Macintosh',
      'bee,insect\rwasp,insect\r',
      [
        ['bee', 'insect'],
        ['wasp', 'insect'],
      ],
    ],
  ])('%s is read', (_, text, cards) => expect(table(text).cards).toEqual(cards));

  it('that asks the same twice with different answers has two cards, which are the same in the next file', () => {
    const text = 'bank,money\nbank,river\nbank,money\n';
    expect(table(text)).toEqual({
      cards: [
        ['bank', 'river'],
        ['bank', 'money'],
      ].toReversed(),
      leftOut: { repeated: 1 },
      media: 0,
    });
    const ids = () => [...readTable(text, 'Mine').found.cards.keys()];
    expect(ids()).toEqual(ids());
    // a card that differs only in its answer is the same card
    expect([...readTable('bank,bench\n', 'Mine').found.cards.keys()]).toEqual(ids().slice(0, 1));
  });

  it.each([
    ['in one column', Buffer.from('only\nwords, here\nand\nthere\nand\nthere\n')],
    ['of binary data', Buffer.from([1, 2, 3, 0, 255, 254, 0])],
  ])('%s is not one', (_, bytes) => expect(() => table(bytes)).toThrow());

  it.each([
    ['one row of a million cells', ','.repeat(1_000_000)],
    ['quotation marks that close nothing', '"a\n'.repeat(300_000)],
    ['quotation marks alone', `a,b\n${'"'.repeat(1_000_000)}`],
    ['blanks', `a,b\n${' '.repeat(1_000_000)}`],
    ['braces', `a,b\n${'{ \n\n'.repeat(250_000)}`],
  ])('of %s is checked at once', (_, text) => {
    const read = () => {
      try {
        isMoodleQuiz(text);
        table(text);
      } catch {
        // a text that is no table is refused
      }
    };
    expect(leastProcessorMs(read, 3_000)).toBeLessThan(3_000);
  });
});

describe('a Moodle quiz', () => {
  it.each([
    ['GIFT', '::Q1:: Which insect makes honey? {\n=bee\n~wasp\n~ant\n}\n\n// comment\n::Q2:: Bees fly. {T}\n'],
    ['GIFT without titles', 'What is 2+2? {=4 ~3 ~5}\n\nBees fly. {TRUE}\n\nPi? {#3.14:0.01}\n'],
    [
      'XML',
      '<?xml version="1.0"?>\n<quiz>\n<question type="multichoice"><questiontext format="html"><text>a</text></questiontext></question></quiz>',
    ],
    ['Aiken', 'Which insect makes honey?\nA. bee\nB. wasp\nANSWER: A\n'],
  ])('in %s is recognised by its name', (_, text) => expect(isMoodleQuiz(text)).toBe(true));

  it.each(['a,{b}\nc,d\n', 'a set {1; 2},b\nc,d\n', 'int main() {},C\na,b\nc,d\n'])('is not any text with braces: %j', (text) =>
    expect(isMoodleQuiz(text)).toBe(false),
  );
});

import { describe, expect, it } from 'vitest';
import { TEXT_ENCODINGS } from '#contract/platform/text-encodings.ts';
import { work as readRoster, type ReadRow } from '#domain/organisations/rosters/read-roster.task.ts';
import { encoded } from '#domain/platform/encodings/encoded.factory.ts';
import { work as readCards } from '#domain/practice/cards/files/read-cards-file.task.ts';
import { work as readSource } from '#domain/sources/reading/read-file.task.ts';
import { COUNTRY_FILES, type CountryFile } from './countries.factory.ts';

type Done = Awaited<ReturnType<typeof readRoster>>;
const linesOf = <Line>({ bytes }: Done): Line[] =>
  (JSON.parse(`[${Buffer.from(bytes!).toString().trim().split('\n').join(',')}]`) as Line[][] | Line[]).flat() as Line[];
const NO_HINTS = { languages: [] };

/** Each file in each place that accepts it; short, and as long as a whole school. */
const CASES = COUNTRY_FILES.flatMap((file) => ([1, 200] as const).map((times) => [file.encoding, file.place, times, file] as const));
const repeated = (times: number, line: (at: number) => string) => Array.from({ length: times }, (_, at) => line(at)).join('');

const roster = ({ names, encoding }: CountryFile, times: number) =>
  encoded(`name;email\r\n${repeated(times, (at) => names.map((name, n) => `${name};p${n}.${at}@school.example\r\n`).join(''))}`, encoding);
const cards = ({ names, prose, encoding }: CountryFile, times: number) =>
  encoded(`${names.join('\tname\n')}\tname\n${repeated(times, (at) => `${at}\t${prose}\n`)}`, encoding);
const source = ({ names, prose, encoding }: CountryFile, times: number) =>
  encoded(`${names.join('\n\n')}\n\n${repeated(times, () => `${prose}\n\n`)}`, encoding);

describe('a file from each country, without any hint', () => {
  it.each(CASES)('in %s from %s, %i times as long, is read as a list of people', async (encoding, _, times, file) => {
    const done = await readRoster({ isLook: false, encodings: [], remembered: [], ...NO_HINTS }, Buffer.from(roster(file, times)));
    const rows = linesOf<ReadRow>(done);
    expect(rows.slice(0, 3).map(({ given_name: name }) => name)).toEqual(file.names.map((name) => name.normalize('NFC')));
    expect(rows).toHaveLength(3 * times);
    const { reading } = done.value as { reading: { names: string[]; encoding: string } };
    expect(new Set(reading.names).size).toBe(new Set(file.names).size);
    // several code pages may have the same letters; the table's is not always the one detected
    expect(encoded(file.names.join(), reading.encoding as typeof encoding)).toEqual(encoded(file.names.join(), encoding));
  });

  it.each(CASES)('in %s from %s, %i times as long, is read as flash cards', async (_, __, times, file) => {
    const done = await readCards({ deck: 'Mine', ...NO_HINTS }, Buffer.from(cards(file, times)));
    const found = linesOf<{ front: string; back: string }>(done);
    expect(found.slice(0, 3).map(({ front }) => front.normalize('NFC'))).toEqual(file.names.map((name) => name.normalize('NFC')));
    expect(found[3]!.back.normalize('NFC')).toBe(file.prose.normalize('NFC'));
  });

  it.each(CASES)('in %s from %s, %i times as long, is read as a source', async (_, __, times, file) => {
    const done = await readSource({ type: 'text', ...NO_HINTS }, Buffer.from(source(file, times)));
    const [passage] = linesOf<{ body: string }>(done);
    expect(passage!.body.normalize('NFC')).toContain(file.prose.normalize('NFC'));
    expect(passage!.body.normalize('NFC')).toContain(file.names[0].normalize('NFC'));
  });
});

it('the table of countries has every encoding that is read, except those of Japanese mail only', () => {
  const had = new Set(COUNTRY_FILES.map(({ encoding }) => encoding));
  expect(TEXT_ENCODINGS.filter((one) => !had.has(one))).toEqual(['iso-2022-jp']);
});

it('is documented in docs/tables.md', async () => {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const page = [
    '# Tables and texts as they are',
    '',
    'One reader (`domain/platform/encodings`, `domain/platform/tables`) reads lists of people, flash cards and sources, in a restricted',
    'process. `npm test -- domain/platform/tables -u` writes this page.',
    '',
    '**Encodings.** A byte order mark, valid UTF-8, UTF-16 without a mark, and the header or `<meta charset>` of a page each settle the',
    'encoding of a file. For any other file, the reader tries every code page. It compares how often each language uses the resulting letters,',
    'and which characters would be in places where no language has them. If the letters fit several code pages, three hints',
    'decide: the languages of the account, the endings of addresses in the file, and the earlier choice of the organisation. The preview shows',
    'three names or cards, first those that another code page would spoil, and the user can choose another alphabet there. The decoder is',
    'Node’s `TextDecoder`, which has all code pages of the Encoding Standard.',
    '',
    '**Tables.** The reader accepts tabs, semicolons, commas or pipes; a first line `sep=;`; quotes as Excel writes them; titles above the',
    'names of the columns; and Markdown tables, whose lines of dashes are not rows. It knows names of columns in thirty languages, and finds',
    'the column of addresses without a name. The user chooses the other columns by hand; the choice is kept for the organisation’s next file',
    'with the same names. If a table of cards has more than two columns with unknown names, the user chooses which are the front and the',
    'back, and whether the first row has names. Rows of a list can be pasted from a spreadsheet.',
    '',
    'Commas, semicolons, pipes and line breaks separate classes, so `9/A` is one class. A number that a spreadsheet has rounded (`1.23E+11`)',
    'is refused, and the message names its line. A name in one column is not split, except `Family, Given`.',
    '',
    'Each row of the table below is tested with a file of three names and with one of a whole school, each as a list of people, as flash cards',
    'and as a source. The test passes no hints.',
    '',
    row(['Place', 'Encoding', 'Names', 'Source']),
    row(['---', '---', '---', '---']),
    ...COUNTRY_FILES.map(({ place, encoding, names, source: where }) => row([place, `\`${encoding}\``, names.join(', '), where])),
    '',
    'The reader does not support code pages of DOS except IBM 866, code pages of Macintosh except Roman and Cyrillic, TCVN3 and VNI of',
    'Viet Nam, and spreadsheets themselves (`.xlsx`).',
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot('../../../docs/tables.md');
});

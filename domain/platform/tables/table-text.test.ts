import { describe, expect, it } from 'vitest';
import { openTable } from './table-text.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

const rowsOf = (text: string) => [...openTable(text, { mostRows: 100 }).records()].map(({ line, cells }) => [line, ...cells]);
const EXCEL = 'https://wiki.scn.sap.com/wiki/display/ABAP/Excel+files+-+CSV+format';
const RFC = 'https://www.rfc-editor.org/rfc/rfc4180';
const GFM = 'https://github.github.com/gfm/#tables-extension-';

/** Tables as programs write them, with sources. */
const PECULIARITIES: readonly (readonly [what: string, source: string, text: string, rows: readonly (readonly (string | number)[])[]])[] = [
  [
    'a line that names the separator',
    EXCEL,
    'sep=;\na;b,c\nd;e\n',
    [
      [2, 'a', 'b,c'],
      [3, 'd', 'e'],
    ],
  ],
  ['the same, quoted and in capitals', EXCEL, '"SEP=|"\na|b,c\n', [[2, 'a', 'b,c']]],
  ['the same with a tabulator', EXCEL, 'sep=\t\na\tb;c\n', [[2, 'a', 'b;c']]],
  [
    'quotes as Excel writes them, with a line break',
    RFC,
    'a,"b ""c"", d\ne"\nf,g\n',
    [
      [1, 'a', 'b "c", d\ne'],
      [2, 'f', 'g'],
    ],
  ],
  [
    'a mark at the beginning',
    RFC,
    '\ufeffa,b\nc,d\n',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'empty lines, and lines of separators alone',
    RFC,
    'a,b\n\n,\nc,d\n',
    [
      [1, 'a', 'b'],
      [4, 'c', 'd'],
    ],
  ],
  [
    'a Markdown table',
    GFM,
    '| a | b |\n|---|:-:|\n| c | d \\| e |\n',
    [
      [1, 'a', 'b'],
      [3, 'c', 'd | e'],
    ],
  ],
  [
    'a table whose cells have Markdown tables',
    RFC,
    'id,back\n1,"| a | b |\n|---|---|\n| c | d |"\n2,x\n',
    [
      [1, 'id', 'back'],
      [2, '1', '| a | b |\n|---|---|\n| c | d |'],
      [3, '2', 'x'],
    ],
  ],
  [
    'one without pipes at the ends',
    GFM,
    'a | b\n--- | ---\nc | d\n',
    [
      [1, 'a', 'b'],
      [3, 'c', 'd'],
    ],
  ],
  [
    'one between texts',
    GFM,
    '# Words\n\nOf today:\n\n| a | b |\n| - | - |\n| c | d<br>e |\n\nThat is all.\n',
    [
      [5, 'a', 'b'],
      [7, 'c', 'd\ne'],
    ],
  ],
  [
    'two with the same names of columns',
    GFM,
    '| a | b |\n|--|--|\n| c | d |\n\n| a | b |\n|--|--|\n| e | f |\n',
    [
      [1, 'a', 'b'],
      [3, 'c', 'd'],
      [7, 'e', 'f'],
    ],
  ],
  [
    'one without names of columns',
    GFM,
    '| a | b |\n| c | d |\n',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'lines of dashes in other tables',
    GFM,
    'a;b\n---;---\nc;d\n',
    [
      [1, 'a', 'b'],
      [3, 'c', 'd'],
    ],
  ],
  [
    'one column',
    RFC,
    'a, b\nc\n',
    [
      [1, 'a', ' b'],
      [2, 'c'],
    ],
  ],
];

describe('a table with', () => {
  it.each(PECULIARITIES)('%s is read (%s)', (_, __, text, rows) => expect(rowsOf(text)).toEqual(rows));

  it.each(['\t', ';', ',', '|'])('cells separated by %j is recognised', (separator) => {
    const text = `name${separator}note\nZoe${separator}a; b, c\nBo${separator}plain\n`;
    expect(openTable(text, { mostRows: 100 }).separator).toBe(separator);
  });

  it('characters beyond any limit is checked at once', () => {
    for (const text of [
      '|'.repeat(2_000_000),
      '|-'.repeat(1_000_000),
      '| a |\n'.repeat(300_000),
      '\\|'.repeat(1_000_000),
      `sep=;${' '.repeat(1_000_000)}`,
    ])
      expect(leastProcessorMs(() => [...openTable(text, { mostRows: 1_000 }).records()], 1_000)).toBeLessThan(1_000);
    const refuse = () => expect(() => openTable('\n'.repeat(4_000_000), { mostRows: 1_000 })).toThrow('too many lines');
    expect(leastProcessorMs(refuse, 1_000)).toBeLessThan(1_000);
  });
});

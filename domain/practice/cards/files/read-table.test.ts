import { describe, expect, it } from 'vitest';
import type { CardColumn } from '#contract/practice/cards.contract.ts';
import { readTable } from './read-table.ts';

/** A list as a teacher keeps it: unusual column names, with a number and a note beside the two sides. */
const WORDS = 'Nr.;Latein;Deutsch;Lektion\n1;apis;Biene;4\n2;rex;König;4\n';

const sidesOf = ({ found }: ReturnType<typeof readTable>) => [...found.cards.values()].map(({ front, back, deck }) => [front, back, deck]);

describe('columns of a table of cards', () => {
  it('with unknown names are asked about, with their contents', () => {
    const { columns, isKnown, hasHead } = readTable(WORDS, 'Mine');
    expect({ isKnown, hasHead }).toEqual({ isKnown: false, hasHead: false });
    expect(columns).toEqual([
      { title: '', samples: ['Nr.', '1', '2'], column: 'front' },
      { title: '', samples: ['Latein', 'apis', 'rex'], column: 'back' },
      { title: '', samples: ['Deutsch', 'Biene', 'König'], column: null },
      { title: '', samples: ['Lektion', '4', '4'], column: null },
    ]);
  });

  it('are those that the user chooses, and the row with their names is not a card', () => {
    const columns: (CardColumn | null)[] = [null, 'front', 'back', 'deck'];
    const read = readTable(WORDS, 'Mine', { columns, hasHead: true });
    expect(sidesOf(read)).toEqual([
      ['apis', 'Biene', '4'],
      ['rex', 'König', '4'],
    ]);
    expect(read).toMatchObject({
      isKnown: true,
      hasHead: true,
      columns: [{ title: 'Nr.', column: null }, { title: 'Latein', samples: ['apis', 'rex'] }, {}, {}],
    });
    expect(sidesOf(readTable(WORDS, 'Mine', { columns })), 'without saying so, it is one').toHaveLength(3);
  });

  it('must have both sides', () => {
    expect(() => readTable(WORDS, 'Mine', { columns: [null, 'front', null, null] })).toThrow('no column is chosen for one of the sides');
  });

  it.each([
    ['known names', 'front,back,chapter\na,b,4\n', ['front', 'back', null]],
    ['what Anki says above them', '#separator:tab\n#deck column:1\nBees\ta\tb\n', ['deck', 'front', 'back']],
    ['two columns', 'a;b\nc;d\n', ['front', 'back']],
  ] as const)('are not asked about with %s', (_, text, placed) => {
    const { columns, isKnown } = readTable(text, 'Mine');
    expect(isKnown).toBe(true);
    expect(columns.map(({ column }) => column)).toEqual(placed);
  });
});

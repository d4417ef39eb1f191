import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { ImportCards } from './card-files.tsx';

const NOTHING = { added: 0, updated: 0, unchanged: 0, left_out: 0, reasons: {}, media: 0 };
const reading = (encoding: string, front: string, more: object = {}) => ({
  encoding,
  is_sure: encoding === 'utf-8',
  cards: [{ front, back: 'bee' }],
  found: 2,
  columns: [
    { title: '', samples: [front], column: 'front' },
    { title: '', samples: ['bee'], column: 'back' },
  ],
  has_known_columns: true,
  has_head: false,
  ...more,
});
const choose = async (name: string) => {
  fireEvent.change(screen.getByLabelText('Flash card file'), { target: { files: [new File(['x'], name)] } });
};

it('a table in a code page is previewed before its cards are imported, and read again in another one', async () => {
  const answers = [reading('windows-1252', '£ukasz'), reading('windows-1250', 'Łukasz')];
  const sent = stubServer(() => ({
    body: answers.length > 0 ? { ...NOTHING, reading: answers.shift() } : { ...NOTHING, added: 2, reading: null },
  }));
  await showScreen(<ImportCards userId="u-1" deck="Mine" />);
  await choose('words.csv');
  const dialog = await screen.findByRole('dialog', { name: 'Are these cards right?' });
  await within(dialog).findByText('£ukasz');
  fireEvent.change(within(dialog).getByLabelText('Alphabet of the file'), { target: { value: 'windows-1250' } });
  await within(dialog).findByText('Łukasz');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Import 2 cards' }));
  await dialogClosed();
  expect(sent).toHaveLength(3);
  expect(getNotices().map(({ text }) => text)).toContain('2 cards added.');
});

it.each([
  ['a table that says itself how it is written', 'words.csv', 2],
  ['a package of Anki', 'deck.apkg', 1],
])('%s is imported at once', async (_, name, requests) => {
  const sent = stubServer(() => ({ body: { ...NOTHING, added: 2, reading: requests === 2 ? reading('utf-8', 'Łukasz') : null } }));
  await showScreen(<ImportCards userId="u-1" deck="Mine" />);
  await choose(name);
  await waitFor(() => expect(sent).toHaveLength(requests));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a table with unknown columns asks: the first row, and the front and back columns', async () => {
  const columns = (...placed: (string | null)[]) =>
    ['Nr.', 'Latein', 'Deutsch'].map((title, at) => ({ title, samples: ['1'], column: placed[at] ?? null }));
  const answers = [
    reading('utf-8', 'Nr.', { has_known_columns: false, columns: columns('front', 'back') }),
    reading('utf-8', '1', { has_head: true, columns: columns('front', 'back') }),
    reading('utf-8', 'apis', { has_head: true, columns: columns(null, 'front', 'back') }),
  ];
  const sent = stubServer(() => ({
    body: answers.length > 0 ? { ...NOTHING, reading: answers.shift() } : { ...NOTHING, added: 2, reading: null },
  }));
  await showScreen(<ImportCards userId="u-1" deck="Mine" />);
  await choose('words.csv');
  const dialog = await screen.findByRole('dialog', { name: 'Are these cards right?' });
  fireEvent.click(within(dialog).getByLabelText('The first row has column names, not a card'));
  await within(dialog).findByText('1', { selector: 'li *' });
  fireEvent.change(within(dialog).getByLabelText('Latein'), { target: { value: 'front' } });
  // the old back is now the front, so no card can be made until another column is the back
  await within(dialog).findByText('Choose the columns with the front and the back of the cards.');
  expect(within(dialog).getByRole('button', { name: 'Import 2 cards' })).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByLabelText('Deutsch'), { target: { value: 'back' } });
  await within(dialog).findByText('apis');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Import 2 cards' }));
  await dialogClosed();
  expect(sent.at(-1)?.body).toMatchObject({ columns: ',front,back', has_head: 'true', encoding: 'utf-8' });
});

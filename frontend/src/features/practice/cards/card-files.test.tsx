import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { ImportCards } from './card-files.tsx';

const NOTHING = { added: 0, updated: 0, unchanged: 0, left_out: 0, reasons: {}, media: 0 };
const reading = (encoding: string, front: string) => ({
  encoding,
  is_sure: encoding === 'utf-8',
  cards: [{ front, back: 'bee' }],
  found: 2,
});
const choose = async (name: string) => {
  fireEvent.change(screen.getByLabelText('File of flash cards'), { target: { files: [new File(['x'], name)] } });
};

it('a table in a code page is shown before its cards are taken in, and read in another one', async () => {
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
])('%s is taken in at once', async (_, name, requests) => {
  const sent = stubServer(() => ({ body: { ...NOTHING, added: 2, reading: requests === 2 ? reading('utf-8', 'Łukasz') : null } }));
  await showScreen(<ImportCards userId="u-1" deck="Mine" />);
  await choose(name);
  await waitFor(() => expect(sent).toHaveLength(requests));
  expect(screen.queryByRole('dialog')).toBeNull();
});

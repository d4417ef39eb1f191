import { useState } from 'react';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import type { Source } from '#contract/sources/sources.contract.ts';
import SourcePicker from '#frontend/features/sources/source-picker.tsx';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';

const aSource = (changes: Partial<Source>): Source => ({
  source_id: 's1',
  name: 'bees.pdf',
  type: 'pdf',
  address: null,
  status: 'ready',
  error: null,
  pages: 12,
  hidden_slides: 0,
  words: 4200,
  created_at: '2026-11-20T10:00:00.000Z',
  ...changes,
});

const chosen = vi.fn<(ids: string[]) => void>();
function Shown({ first }: { readonly first: string[] }) {
  const [ids, setIds] = useState(first);
  return (
    <SourcePicker
      userId="u"
      chosen={ids}
      onChange={(next) => {
        setIds(next);
        chosen(next);
      }}
    />
  );
}

it('shows how many hidden slides of a presentation were not read', async () => {
  const talk = { type: 'pptx', pages: 12, words: 900 } as const;
  stubServer(() =>
    partly({
      sources: [aSource({ ...talk, name: 'one.pptx', hidden_slides: 1 }), aSource({ ...talk, source_id: 's2', hidden_slides: 3 })],
    }),
  );
  await showScreen(<Shown first={[]} />);
  expect(await screen.findByText('Pages: 12 · Words: 900 · 1 hidden slide was not read')).toBeTruthy();
  expect(screen.getByText('Pages: 12 · Words: 900 · 3 hidden slides were not read')).toBeTruthy();
});

it('adds files, shows the progress of each, and selects an added one once it is read', async () => {
  const listed: Source[] = [aSource({ source_id: 's2', name: 'scan.pdf', status: 'failed', error: 'It contains no text', words: 0 })];
  const sent = stubServer(({ method }) => {
    if (method !== 'POST') return partly({ sources: listed });
    listed.unshift(aSource({ status: 'reading', words: 0 }));
    return partly({ source: listed[0] }, 202);
  });
  await showScreen(<Shown first={['gone']} />);
  expect(await screen.findByText('It contains no text')).toBeTruthy();
  // a removed source is deselected
  await waitFor(() => expect(chosen).toHaveBeenLastCalledWith([]));

  const large = new File(['x'], 'large.pdf');
  Object.defineProperty(large, 'size', { value: 50_000_001 });
  fireEvent.change(screen.getByLabelText('Files to write the course from'), { target: { files: [new File(['x'], 'bees.pdf'), large] } });
  expect((await screen.findByRole('alert')).textContent).toBe('A file can be at most 50 MB.');
  expect(await screen.findByText('Reading…')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);

  listed[0] = aSource({});
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'bees.pdf' });
  await waitFor(() => expect(box.checked).toBe(true));
  expect(chosen).toHaveBeenLastCalledWith(['s1']);
  expect(screen.getByText('Pages: 12 · Words: 4,200')).toBeTruthy();
});

it('accepts dropped files, deselects a source, and removes it', async () => {
  let listed: Source[] = [aSource({})];
  const sent = stubServer(({ method }) => {
    if (method === 'DELETE') listed = [];
    if (method === 'DELETE') return partly({ source_id: 's1' });
    return method === 'POST' ? problem('source.bad_type', 'This is no such file') : { body: { sources: listed } };
  });
  await showScreen(<Shown first={['s1']} />);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'bees.pdf' });
  expect(box.checked).toBe(true);
  fireEvent.click(box);
  expect(chosen).toHaveBeenLastCalledWith([]);
  const files = [new File(['x'], 'picture.png')];
  fireEvent.drop(screen.getByRole('button', { name: 'Add files' }).parentElement!, { dataTransfer: { files } });
  expect((await screen.findByRole('alert')).textContent).toBe('This is no such file');
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture.png' }));
  await waitFor(() => expect(screen.queryByText('picture.png')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Remove bees.pdf' }));
  await waitFor(() => expect(screen.queryByText('bees.pdf')).toBeNull());
  expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/api/sources/s1')).toBe(true);
});

it('adds a page by its address, with Enter, without submitting the course form', async () => {
  const page = aSource({ source_id: 's3', type: 'web', name: 'bees.example/honey', address: 'https://bees.example/honey', pages: null });
  const sent = stubServer(({ method }) => (method === 'POST' ? partly({ source: page }, 202) : partly({ sources: [page] })));
  const submitted = vi.fn<() => void>();
  await showScreen(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <Shown first={[]} />
    </form>,
  );
  const field = await screen.findByLabelText('Page address');
  fireEvent.change(field, { target: { value: ' https://bees.example/honey ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(chosen).toHaveBeenLastCalledWith(['s3']));
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ address: 'https://bees.example/honey' });
  expect(submitted).not.toHaveBeenCalled();
});

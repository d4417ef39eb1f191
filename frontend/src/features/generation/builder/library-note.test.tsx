import { useState } from 'react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryMatch } from '#contract/generation/topics.contract.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { KeptTopics } from './kept-topics.tsx';
import LibraryNote from './library-note.tsx';
import type { Wish } from './topic-queries.ts';

const near = (title: string) =>
  ({ slug: title.toLowerCase(), course_id: null, title, line: `What ${title} is`, category: 'academic', language: 'english' }) as const;
const NONE: LibraryMatch = {
  match: 'none',
  courses: 26,
  lessons: [],
  missing: [],
  readers: null,
  fits: { pictures: true, scene: true },
  nearest: [near('Tides'), near('Pricing'), near('SQL')],
};
const HAS: LibraryMatch = { ...NONE, match: 'course' };

const PART: LibraryMatch = { ...NONE, match: 'part', lessons: [{ number: 2, title: 'The king is never taken' }], missing: ['shogi'] };
const libraryOn = (path: string): LibraryMatch => {
  if (path.includes('Castling')) return PART;
  if (path.includes('Chess')) return { ...HAS, readers: { from: 13, to: 17 }, nearest: [near('Chess')] };
  if (path.includes('Knitting')) return { ...NONE, nearest: [] };
  return path.includes('Roman') ? NONE : HAS;
};

let mode: string;
let kept: { id: string; topic: string; kept_at: string }[];
beforeEach(() => {
  mode = 'sandbox';
  kept = [];
});
const stub = () =>
  stubServer(({ method, path, body }) => {
    if (path === '/api/about') return partly({ ai_mode: mode });
    if (path.startsWith('/api/topics/library')) return partly({ library: libraryOn(path) });
    if (method === 'POST') kept = [{ id: 'k1', topic: (body as { topic: string }).topic, kept_at: '2026-11-28T00:00:00.000Z' }];
    if (method === 'DELETE') kept = [];
    return partly({ topics: kept });
  });

function Form({ topic: first }: { readonly topic: string }) {
  const [wish, setWish] = useState<Wish>({
    topic: first,
    learning_goals: '',
    language_preference: 'english',
    age: '8',
    general_course: false,
  });
  const [hasMedia, setHasMedia] = useState(true);
  return (
    <>
      <input aria-label="Topic" value={wish.topic} onChange={({ target }) => setWish({ ...wish, topic: target.value })} />
      <LibraryNote {...wish} onChoose={(choice) => setWish({ ...wish, ...choice })} onUnknown={() => setHasMedia(false)} />
      <output>{`${hasMedia ? 'with' : 'without'} media, ${wish.general_course ? 'general' : 'on the topic'}`}</output>
    </>
  );
}
const show = async (topic: string, roles: readonly ('operator' | 'admin')[] = []) => {
  enterSession({ access_token: 'token', user: aUser({ roles: [...roles] }) });
  const sent = stub();
  await showScreen(<Form topic={topic} />);
  return sent;
};
const topic = () => screen.getByLabelText<HTMLInputElement>('Topic').value;

describe('a topic that the demo library does not have', () => {
  it('is reported before anything is written, with three courses instead and the general one', async () => {
    await show('Roman law');
    await screen.findByText('“Roman law” is not in the demo library');
    const choices = within(screen.getByRole('list')).getAllByRole('button');
    expect(choices.map((one) => one.textContent)).toEqual([
      'TidesWhat Tides is',
      'PricingWhat Pricing is',
      'SQLWhat SQL is',
      'How to learn anything by yourselfA single 20-minute lesson, whatever the subject. It does not cover your topic, and costs nothing.',
    ]);
    fireEvent.click(choices[0]!);
    expect(topic()).toBe('Tides');
    // the typed topic is not lost
    fireEvent.click(screen.getByRole('button', { name: /^How to learn anything/, pressed: false }));
    expect(topic()).toBe('Roman law');
    expect(screen.getByText('without media, general')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Connect a service' })).toBeNull();
  });

  it('is reported as partly available, with the lessons about it and the words that none covers', async () => {
    await show('Castling in shogi');
    await screen.findByText('The demo library covers part of “Castling in shogi”');
    await screen.findByText('In Tides, only these lessons cover it: lesson 2, The king is never taken. Tides does not cover shogi.');
    expect(within(screen.getByRole('list')).getByRole('button', { name: /^Tides/ })).toBeTruthy();
  });

  it('is reported as written for another age, before anything is written', async () => {
    await show('Chess');
    await screen.findByText('“Chess” is written for readers of 13 to 17.');
    expect(screen.getByText('with media, on the topic')).toBeTruthy();
  });

  it('has no suggestion if none is near', async () => {
    await show('Knitting');
    await screen.findByText('No course in the demo library comes close.');
    expect(within(screen.getByRole('list')).getAllByRole('button')).toHaveLength(1);
  });

  it('links to the import of a file', async () => {
    await show('Knitting');
    const link = await screen.findByRole('link', { name: 'Bring your own file' });
    expect(link.getAttribute('href')).toBe('/courses#import');
  });

  it('shows operators where to connect a service', async () => {
    await show('Roman law', ['operator']);
    const link = await screen.findByRole('link', { name: 'Connect a service' });
    expect(link.getAttribute('href')).toBe('/operator/connections');
  });

  it('is saved for later', async () => {
    const sent = await show('Roman law');
    fireEvent.click(await screen.findByRole('button', { name: 'Save for later' }));
    await screen.findByText('Saved. It will be offered again once a service is connected.');
    expect(sent.find(({ method }) => method === 'POST')!.body).toEqual({ topic: 'Roman law' });
  });

  it('is not mentioned if the library has it, nor if services write the courses', async () => {
    const sent = await show('Tides');
    await waitFor(() => expect(sent.some(({ path }) => path.startsWith('/api/topics/library'))).toBe(true));
    expect(screen.queryByText(/not in the demo library/)).toBeNull();
    mode = 'live';
    const later = await show('Roman law');
    expect(later.some(({ path }) => path.startsWith('/api/topics/library'))).toBe(false);
  });
});

describe('saved topics', () => {
  it('are offered again once a service is connected, and not before', async () => {
    kept = [{ id: 'k1', topic: 'Roman law', kept_at: '2026-11-28T00:00:00.000Z' }];
    const sent = stub();
    const { unmount } = await showScreen(<KeptTopics userId="u1" />);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Saved for later' })).toBeNull();
    unmount();
    mode = 'live';
    stub();
    await showScreen(<KeptTopics userId="u1" />);
    const offered = within(await screen.findByRole('region', { name: 'Saved for later' }));
    expect(offered.getByRole('button', { name: 'Create this course Roman law' })).toBeTruthy();
    fireEvent.click(offered.getByRole('button', { name: 'Remove Roman law' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Saved for later' })).toBeNull());
  });
});

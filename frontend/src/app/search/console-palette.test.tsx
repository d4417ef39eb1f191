import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enterSession } from '#frontend/lib/session/session.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import ConsolePalette from './console-palette.tsx';

beforeEach(() => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser({ roles: ['operator'] }) });
  vi.useFakeTimers({ now: new Date(2026, 10, 27, 16, 40), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Types a query, and presses Enter on the selected entry. @returns where it leads */
async function goBy(words: string, caption: RegExp) {
  stubServer(() => partly({ runs: [], people: [], courses: [] }));
  const { address } = await showScreen(<ConsolePalette onClose={vi.fn()} />);
  const field = await screen.findByRole('combobox', { name: 'Search and commands' });
  fireEvent.change(field, { target: { value: words } });
  await waitFor(() => expect(screen.getByRole('option', { selected: true }).textContent).toMatch(caption));
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(address()).not.toBe('/here'));
  return new URL(address(), 'http://console').searchParams;
}

it('a time finds the courses that were requested around it, today or yesterday', async () => {
  const around = (search: URLSearchParams) => new URLSearchParams(search.get('find')!);
  const today = around(await goBy('14:20', /^Courses from 14:10 to 14:30Nov 27, 2026$/));
  expect([today.get('kind'), today.get('from'), today.get('before')]).toEqual([
    'course',
    new Date(2026, 10, 27, 14, 10).toISOString(),
    new Date(2026, 10, 27, 14, 30).toISOString(),
  ]);
});

it('a time still to come means yesterday, and a person beside it is their owner', async () => {
  const search = new URLSearchParams((await goBy('ada 18.05', /^ada’s courses from 17:55 to 18:15Nov 26, 2026$/)).get('find')!);
  expect([search.get('person'), search.get('from')]).toEqual(['ada', new Date(2026, 10, 26, 17, 55).toISOString()]);
});

it('a batch is planned for the subject named after the word', async () => {
  const search = await goBy('batch sourdough bread', /^Plan a batch of courses about “sourdough bread”$/);
  expect([search.get('plan'), search.get('topic')]).toEqual(['true', 'sourdough bread']);
});

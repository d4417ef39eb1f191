import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReadyCourse } from '#contract/courses/library.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { clearNotices, getNotices } from '#frontend/lib/toast.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { partly, showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { LibraryView, type LibraryFilters } from './library-view.tsx';

const course = (title: string, changes: Partial<ReadyCourse> = {}): ReadyCourse => ({
  slug: title.toLowerCase(),
  title,
  line: `What ${title} is`,
  category: 'academic',
  difficulty: 'beginner',
  age_group: 'Adults',
  language: 'english',
  lesson_count: 8,
  duration_minutes: 150,
  course_id: null,
  ...changes,
});
const FACETS = {
  category: { academic: 2, creative: 1 },
  language: { english: 3, spanish: 8 },
  age_group: { Adults: 2, 'Teens (13-17)': 1 },
};
const page = (courses: readonly ReadyCourse[], changes: object = {}) =>
  partly({ courses, next: null, total: courses.length, facets: FACETS, ...changes });

beforeEach(() => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  document.documentElement.lang = 'en';
});
afterEach(() => {
  clearNotices();
  document.documentElement.lang = '';
});

const onFilter = vi.fn<(change: LibraryFilters) => void>();
async function show(
  list: (path: string) => Answer,
  { filters = {}, open = () => partly({ course_id: 'c-new', is_new: true }) }: { filters?: LibraryFilters; open?: () => Answer } = {},
) {
  const sent = stubServer(({ method, path }) => (method === 'POST' ? open() : list(path)));
  const shown = await showScreen(<LibraryView userId="u1" filters={filters} onFilter={onFilter} />);
  return { ...shown, sent };
}

it('A40 one press opens a ready course as a copy, and shows its page', async () => {
  const { sent, address } = await show(() => page([course('Rome'), course('Chess')]));
  fireEvent.click(await screen.findByRole('button', { name: 'Rome' }));
  await waitFor(() => expect(address()).toBe('/courses/c-new'));
  expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/library/courses/rome/open']);
});

it('a course that the account has says so, and leads to it without another copy', async () => {
  await show(() => page([course('Rome', { course_id: 'c-7' }), course('Chess')]));
  const [rome] = (await screen.findAllByRole('article')) as [HTMLElement];
  expect(within(rome).getByRole('link', { name: 'Rome' }).getAttribute('href')).toBe('/courses/c-7');
  expect(within(rome).getByText('In My Courses')).toBeTruthy();
  expect(screen.getAllByText('Free')).toHaveLength(1);
});

it('says why a course could not be opened, and stays', async () => {
  const { address } = await show(() => page([course('Rome')]), {
    open: () => problem('service.unavailable', 'The library does not answer at the moment.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Rome' }));
  await waitFor(() => expect(getNotices()).toHaveLength(1));
  expect(address()).toBe('/here');
});

it('are chosen by subject, language and age, with the number of each', async () => {
  await show(() => page([course('Rome')]), { filters: { category: 'creative' } });
  await screen.findByRole('button', { name: 'Rome' });
  expect(screen.getByRole('button', { name: /^Creative/ }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: /^Academic/ }));
  expect(onFilter).toHaveBeenLastCalledWith({ category: 'academic' });
  fireEvent.click(screen.getByRole('button', { name: 'Language: All' }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Spanish 8' }));
  expect(onFilter).toHaveBeenLastCalledWith({ language: 'spanish' });
  fireEvent.click(screen.getByRole('button', { name: 'Age: All' }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Teens (13-17) 1' }));
  expect(onFilter).toHaveBeenLastCalledWith({ age: 'Teens (13-17)' });
});

it('asks for what the address says, first in the language of the interface, and page by page', async () => {
  const { sent } = await show(
    (path) => (path.includes('after=') ? page([course('Chess')], { total: 2 }) : page([course('Rome')], { next: 'rome', total: 2 })),
    {
      filters: { q: 'old', language: 'english', age: 'Adults' },
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByRole('button', { name: 'Chess' });
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/library/courses?q=old&language=english&age_group=Adults&first=english',
    '/api/library/courses?q=old&language=english&age_group=Adults&first=english&after=rome',
  ]);
  expect(screen.getByRole('status').textContent).toBe('2 ready courses');
});

it('says what to do when nothing matches, when the library does not answer, and without a library', async () => {
  const empty = await show(() => page([]), { filters: { q: 'falconry' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Show all courses' }));
  expect(onFilter).toHaveBeenLastCalledWith({ q: undefined, category: undefined, language: undefined, age: undefined });
  empty.unmount();
  const broken = await show(() => problem('service.unavailable', 'The library does not answer at the moment.'));
  await screen.findByText('The ready courses could not be loaded');
  broken.unmount();
  await show(() => page([], { total: null }));
  await screen.findByRole('heading', { name: 'This installation has no ready courses' });
  expect(screen.getByRole('link', { name: 'Describe a course' }).getAttribute('href')).toBe('/create');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

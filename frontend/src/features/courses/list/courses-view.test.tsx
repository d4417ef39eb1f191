import { useState, type ReactNode } from 'react';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, type Answer, showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { CoursesView } from './courses-view.tsx';
import { aSummary } from '#frontend/features/courses/course.factory.ts';
import type { CourseFilter } from './course-filter.ts';

const onFilter = vi.fn();
const onQuery = vi.fn();
const show = (filter: CourseFilter = 'all', query = '') =>
  showScreen(
    <CoursesView userId="u1" filter={filter} query={query} onFilter={onFilter} onQuery={onQuery} sort="newest" onSort={vi.fn()} />,
  );
/** Opens the menu of a course and picks one of its actions. */
async function choose(course: string, act: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `Options: ${course}` }));
  fireEvent.click(screen.getByRole('menuitem', { name: act }));
}
/** A screen whose search text the test types. */
async function showTyped(ui: (query: string) => ReactNode) {
  let type!: (query: string) => void;
  function Typed() {
    const [query, setQuery] = useState('');
    type = setQuery;
    return ui(query);
  }
  await showScreen(<Typed />);
  return { type: (query: string) => act(() => type(query)) };
}
const page = (courses: CourseSummary[], next: string | null = null, total = courses.length) =>
  partly({ courses, next, total, generated: total });
const isSavedList = ({ method, path }: SentRequest) => method === 'GET' && path.startsWith('/api/courses/saved/');
const isContinueList = ({ path }: SentRequest) => path === '/api/continue';
const isOtherList = ({ path }: SentRequest) => path.includes('origin=other');
/** Answers the lists of a user whose courses are all generated. */
const stubLists: typeof stubServer = (answer) =>
  stubServer((request) => {
    if (isContinueList(request)) return partly({ courses: [] });
    return isOtherList(request) ? page([]) : answer(request);
  });

const bees = aSummary(1, { title: 'Bees on a roof', saved_at: '2026-11-20T11:00:00Z', status: 'in-progress', progress: 40 });
const law = aSummary(2, { title: 'Contract law', status: 'completed', progress: 100 });

describe('My Courses', () => {
  it('CRS-02 CRS-03 CRS-12 shows three counts, the saved list and the generated list', async () => {
    stubLists((request) => (isSavedList(request) ? page([bees]) : page([bees, law])));
    await show();
    const saved = await screen.findByRole('region', { name: 'Saved courses' });
    expect(within(saved).getAllByRole('listitem')).toHaveLength(1);
    expect(within(screen.getByRole('region', { name: 'Generated courses' })).getAllByRole('listitem')).toHaveLength(2);
    expect([...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual(['Generated2', 'Saved1', 'Total2']);
    expect(screen.getAllByRole('link', { name: 'Bees on a roof' })[0]?.getAttribute('href')).toBe('/courses/course-1');
  });

  it('CRS-02 CRS-03 lists a course once: saved, generated, from the marketplace, assigned or imported', async () => {
    const sent = stubServer((request) => {
      if (isContinueList(request)) return partly({ courses: [] });
      if (isSavedList(request)) return page([bees]);
      if (isOtherList(request))
        return page([
          { ...law, origin: 'market' },
          aSummary(4, { title: 'A file of mine', origin: 'imported' }),
          aSummary(5, { title: 'Homework', origin: 'assigned' }),
        ]);
      return partly({ courses: [aSummary(3)], next: null, total: 5, generated: 2 });
    });
    await show();
    const market = await screen.findByRole('region', { name: 'From the marketplace' });
    expect(within(market).getAllByRole('link', { name: /Contract law|A file/ })).toHaveLength(1);
    const imported = screen.getByRole('region', { name: 'Imported courses' });
    expect(within(imported).getByRole('link', { name: 'A file of mine' })).toBeTruthy();
    const assigned = screen.getByRole('region', { name: 'Assigned to you' });
    expect(within(assigned).getByRole('link', { name: 'Homework' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Bees on a roof' })).toHaveLength(1);
    expect([...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual(['Generated2', 'Saved1', 'Total5']);
    expect(sent.map(({ path }) => path)).toContain('/api/courses/u1?origin=generated&unsaved=true');
  });

  it('marketplace courses are simply one’s courses, if there are no others', async () => {
    stubServer((request) => {
      if (isContinueList(request)) return partly({ courses: [] });
      if (isOtherList(request)) return page([{ ...law, origin: 'market' }], null, 1);
      return isSavedList(request) ? page([], null, 0) : partly({ courses: [], next: null, total: 1, generated: 0 });
    });
    await show();
    const own = await screen.findByRole('region', { name: 'Your courses' });
    expect(within(own).getByRole('link', { name: 'Browse the marketplace' })).toBeTruthy();
  });

  it('shows both lists at once, because a later one would make the first jump', async () => {
    const late = Promise.withResolvers<Answer>();
    stubLists((request) => (isSavedList(request) ? late.promise : page([bees, law])));
    await show();
    await waitFor(() => expect(document.querySelector('dl dd')?.textContent, 'the generated ones are there').toBe('2'));
    expect(screen.queryByRole('region', { name: 'Generated courses' })).toBeNull();
    late.resolve(page([bees]));
    expect(await screen.findByRole('region', { name: 'Generated courses' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Saved courses' })).toBeTruthy();
  });

  it('CRS-01 passes search and filter to the address and refreshes both lists', async () => {
    const sent = stubLists((request) => (isSavedList(request) ? page([bees]) : page([bees, law], null, 7)));
    await show();
    await screen.findByRole('region', { name: 'Generated courses' });
    fireEvent.click(screen.getByRole('button', { name: 'Search and sort' }));
    expect(document.activeElement, 'the button is gone').toBe(screen.getByLabelText('Search your courses'));
    fireEvent.change(screen.getByLabelText('Search your courses'), { target: { value: 'bees' } });
    expect(onQuery).toHaveBeenCalledWith('bees');
    fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'completed' } });
    expect(onFilter).toHaveBeenCalledWith('completed');
    expect([...screen.getByLabelText<HTMLSelectElement>('Show').options].map(({ value }) => value)).toEqual([
      'all',
      'generated',
      'saved',
      'in-progress',
      'completed',
    ]);
    const before = sent.length;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(sent.slice(before).filter((request) => !isContinueList(request))).toHaveLength(3));
  });

  it('CRS-01 has search and filter behind a button among few courses, and open among many', async () => {
    let total = 8;
    stubLists((request) => (isSavedList(request) ? page([]) : page([bees], null, total)));
    const { unmount } = await show();
    const shelf = await screen.findByRole('region', { name: 'Generated courses' });
    expect(screen.queryByRole('search')).toBeNull();
    expect(within(shelf).getByRole('button', { name: 'Search and sort' })).toBeTruthy();
    unmount();
    total = 9;
    await show();
    expect(await screen.findByRole('search')).toBeTruthy();
  });

  it('a completed course is marked on its cover, comes last, and among many has its own shelf', async () => {
    let total = 2;
    stubLists((request) => (isSavedList(request) ? page([]) : page([law, bees], null, total)));
    const titles = (shelf: HTMLElement) =>
      within(shelf)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    const { unmount } = await show();
    const done = expect.stringMatching(/^CompletedContract law/);
    const generated = () => screen.findByRole('region', { name: 'Generated courses' });
    expect(titles(await generated())).toEqual([expect.stringMatching(/^Bees/), done]);
    unmount();
    total = 9;
    await show();
    expect(titles(await generated())).toEqual([expect.stringMatching(/^Bees/)]);
    expect(titles(screen.getByRole('region', { name: 'Completed courses' }))).toEqual([done]);
  });

  it('G36 a course in progress shows its progress, as a figure and a bar; others have no bar', async () => {
    stubLists((request) => page(isSavedList(request) ? [] : [bees, law, aSummary(3)]));
    await show();
    const region = await screen.findByRole('region', { name: 'Generated courses' });
    expect(within(region).getByRole('progressbar', { name: 'Progress of Bees on a roof' }).getAttribute('aria-valuenow')).toBe('40');
    expect(within(region).getAllByRole('progressbar')).toHaveLength(1);
    expect(['40% completed', 'Completed', 'Not started'].map((text) => within(region).getAllByText(text).length)).toEqual([1, 1, 1]);
  });

  it('CRS-03 a new course is started from its card; a started or completed one is opened', async () => {
    stubLists((request) => page(isSavedList(request) ? [] : [aSummary(3), bees, law]));
    await show();
    const shelf = await screen.findByRole('region', { name: 'Generated courses' });
    expect([...shelf.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Course 3', '/courses/course-3'],
      ['Start Course 3', '/courses/course-3/learn/0/0'],
      ['Bees on a roof', '/courses/course-1'],
      ['Contract law', '/courses/course-2'],
    ]);
  });

  it('content below the lists, such as the videos, never comes before them', async () => {
    stubLists((request) => page(isSavedList(request) ? [] : [bees]));
    await showScreen(
      <CoursesView
        userId="u1"
        filter="all"
        query=""
        onFilter={onFilter}
        onQuery={onQuery}
        sort="newest"
        onSort={vi.fn()}
        below={<p>clips</p>}
      />,
    );
    const list = await screen.findByRole('region', { name: 'Generated courses' });
    expect(list.compareDocumentPosition(await screen.findByText('clips'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('a user without courses sees how to create the first one, and no empty lists', async () => {
    stubLists(() => page([]));
    await showScreen(
      <CoursesView
        userId="u1"
        filter="all"
        query=""
        onFilter={onFilter}
        onQuery={onQuery}
        sort="newest"
        onSort={vi.fn()}
        first={<p>first</p>}
      />,
    );
    expect(await screen.findByText('first')).toBeTruthy();
    expect(screen.queryByRole('search')).toBeNull();
  });

  it('CRS-10 a saved list that failed to load says so with the server’s reason or a fallback, is not counted as empty, and can be retried', async () => {
    let isDown = true;
    stubLists((request) => (isSavedList(request) && isDown ? brokenAnswer('a proxy', 400, {}) : page([bees])));
    await show();
    expect(await screen.findByText('Failed to load saved courses')).toBeTruthy();
    expect(screen.getByText('Failed to fetch saved courses')).toBeTruthy();
    expect([...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual(['Generated1', 'Saved–', 'Total1']);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Saved courses' })).toBeTruthy();
  });

  it('CRS-08 saves a course and shows the server’s message', async () => {
    const sent = stubLists((request) =>
      request.method === 'POST' ? partly({ message: 'Course saved', total_saved_courses: 1 }) : page(isSavedList(request) ? [] : [law]),
    );
    await show();
    await choose('Contract law', 'Save');
    await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Course saved']));
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/courses/save',
      body: { course_id: 'course-2', user_id: 'u1' },
    });
  });

  it('CRS-14 (G55) a failed save is reported with the main app’s text', async () => {
    stubLists((request) => (request.method === 'POST' ? problem('internal', 'disk full') : page(isSavedList(request) ? [] : [law])));
    await show();
    await choose('Contract law', 'Save');
    await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Failed to save course. Please try again.']));
  });

  it('CRS-11 removes a course from the saved list, and reports a failure in the specified words', async () => {
    const sent = stubLists((request) => (request.method === 'DELETE' ? problem('internal', 'disk full') : page([bees])));
    await show('saved');
    await choose('Bees on a roof', 'Remove from saved');
    await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Failed to remove course']));
    expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe('/api/courses/saved/course-1');
  });

  it('CRS-01 searches and filters on the server, among all courses', async () => {
    const sent = stubLists((request) => page(isSavedList(request) ? [] : [law], null, 81));
    await show('completed', ' law ');
    const region = await screen.findByRole('region', { name: 'Completed courses' });
    expect(within(region).getAllByRole('listitem')).toHaveLength(1);
    const lists = sent.filter((request) => !isContinueList(request)).map(({ path }) => path);
    expect(lists.toSorted()).toEqual(['/api/courses/saved/u1?q=law', '/api/courses/u1?q=law&status=completed&origin=all']);
    expect([...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual(['Generated81', 'Saved81', 'Total81']);
  });

  it('CRS-01 says if nothing matches', async () => {
    stubLists(() => page([], null, 2));
    await show('all', 'tides');
    expect(await screen.findByText('No course matches')).toBeTruthy();
  });

  it('fetches the next page on demand, with the current filter', async () => {
    const sent = stubLists((request) => {
      if (isSavedList(request)) return page([]);
      return request.path.includes('after=second') ? page([law], null, 2) : page([bees], 'second', 2);
    });
    await show('generated', 'a');
    await screen.findByRole('link', { name: 'Bees on a roof' });
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'Contract law' })).toBeTruthy();
    expect(sent.map(({ path }) => path)).toContain('/api/courses/u1?q=a&origin=generated&after=second');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('offers more only of the list that is shown', async () => {
    stubLists((request) => (isSavedList(request) ? page([bees], null, 1) : page([bees, law], 'second', 80)));
    await show('saved');
    await screen.findByRole('region', { name: 'Saved courses' });
    await waitFor(() => expect(document.querySelector('dl')?.textContent).toBe('Generated80Saved1Total80'));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('sends a request once typing has paused, not with every letter', async () => {
    const sent = stubLists((request) => page(isSavedList(request) ? [] : [bees, law]));
    const ui = (query: string) => (
      <CoursesView userId="u1" filter="generated" query={query} onFilter={onFilter} onQuery={onQuery} sort="newest" onSort={vi.fn()} />
    );
    const { type } = await showTyped(ui);
    await screen.findByRole('region', { name: 'Generated courses' });
    sent.length = 0;
    for (const text of ['l', 'la', 'law']) type(text);
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/courses/u1?q=law&origin=generated'));
    expect(sent).toHaveLength(2);
  });
});

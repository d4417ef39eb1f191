import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CoursesList } from './courses-list.tsx';
import type { CreatorFilter } from './course-filter.ts';
import { aCoursePage, aCreatorCourse } from './creator-course.factory.ts';

const onWrite = vi.fn();
const show = (filter: CreatorFilter = 'all') => showScreen(<CoursesList userId="u1" filter={filter} onWrite={onWrite} />);

const bees = aCreatorCourse(1, { title: 'Bees on a roof' });
const law = aCreatorCourse(2, { title: 'Contract law', status: 'published', students: 12, revenue: 840, rating: 4.6, completion_rate: 61 });
const both = aCoursePage([bees, law]);

const rowOf = (name: string) => screen.getByRole('rowheader', { name }).closest('tr')!;
const openMenu = async (title: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Options: ${title}` }));
  return screen.findByRole('menu');
};

describe("a creator's courses", () => {
  it('CRE-08 CRE-10 shows title, status, students, revenue, rating and completion of each, with Edit, View and a menu', async () => {
    stubServer(() => ({ body: both }));
    await show();
    await screen.findByRole('table');
    expect(
      within(rowOf('Contract law'))
        .getAllByRole('cell')
        .slice(0, 5)
        .map(({ textContent }) => textContent),
    ).toEqual(['Published', '12', '$840.00', '4.6 of 5', '61%']);
    expect(screen.getByRole('link', { name: 'Edit Contract law' }).getAttribute('href')).toBe('/studio/courses/course-2/edit');
    expect(screen.getByRole('link', { name: 'View Contract law' }).getAttribute('href')).toBe('/studio/courses/course-2');
    const menu = await openMenu('Contract law');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Publish…', 'Write its lessons', 'Duplicate', 'Delete…']);
  });

  it('CRE-10 G46 says "not yet" if nothing could be measured, and shows a true zero if there is one', async () => {
    stubServer(() => ({ body: both }));
    await show();
    await screen.findByRole('table');
    expect(
      within(rowOf('Bees on a roof'))
        .getAllByRole('cell')
        .slice(0, 5)
        .map(({ textContent }) => textContent),
    ).toEqual(['Draft', '0', '$0.00', '– not yet', '– not yet']);
  });

  it('CRE-09 links to all, published and drafts, each with its count, and loads the chosen ones', async () => {
    const sent = stubServer(() => ({ body: { ...both, courses: [bees] } }));
    await show('draft');
    await screen.findByRole('table');
    const links = within(screen.getByRole('navigation', { name: 'Filter' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      ['All 2', '/studio/courses', null],
      ['Published 1', '/studio/courses?filter=published', null],
      ['Draft 1', '/studio/courses?filter=draft', 'page'],
    ]);
    expect(sent[0]?.path).toBe('/api/creator/courses?status=draft&limit=20');
  });

  it('CRE-09 says when none is published', async () => {
    stubServer(() => ({ body: { ...aCoursePage([bees]), courses: [] } }));
    await show('published');
    expect(await screen.findByRole('heading', { name: 'No published courses' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/studio/courses');
  });

  it('CRE-08 a list that failed to load is announced, is not shown as empty, and can be reloaded', async () => {
    let isDown = true;
    stubServer(() => (isDown ? problem('internal', 'The list could not be read.') : { body: both }));
    await show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your courses could not be loaded');
    expect(screen.queryByText('No courses yet')).toBeNull();
    expect(screen.getByRole('navigation', { name: 'Filter' }).textContent).toBe('AllPublishedDraft');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  it('an empty studio explains what will be here; the way to the first course is in the header', async () => {
    stubServer(() => ({ body: aCoursePage([]) }));
    await show();
    expect(await screen.findByRole('heading', { name: 'No courses yet' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /course/i })).toBeNull();
  });

  it('CRE-08 fetches the next page on demand and continues at its first row', async () => {
    const sent = stubServer(({ path }) => ({ body: path.includes('after=second') ? aCoursePage([law]) : aCoursePage([bees], 'second') }));
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    const next = await screen.findByRole('link', { name: 'Edit Contract law' });
    await waitFor(() => expect(document.activeElement).toBe(next));
    expect(sent.at(-1)?.path).toBe('/api/creator/courses?status=all&limit=20&after=second');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('G54 duplicates a course: the copy comes first, and a repeat after a lost response carries the same key', async () => {
    const copy = aCreatorCourse(3, { title: 'Copy of Bees on a roof' });
    let isLost = true;
    let made = [bees];
    const sent = stubServer(({ method }) => {
      if (method !== 'POST') return { body: aCoursePage(made) };
      if (isLost) return problem('service.unavailable', 'Busy.');
      made = [copy, bees];
      return { status: 201, body: { course: copy } };
    });
    await show();
    fireEvent.click(within(await openMenu('Bees on a roof')).getByRole('menuitem', { name: 'Duplicate' }));
    await waitFor(() => expect(getNotices()[0]?.text).toBe('The course could not be duplicated. Busy.'));
    isLost = false;
    fireEvent.click(within(await openMenu('Bees on a roof')).getByRole('menuitem', { name: 'Duplicate' }));
    await screen.findByRole('rowheader', { name: 'Copy of Bees on a roof' });
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Copy of Bees on a roof', 'Bees on a roof']);
    expect(getNotices()[0]).toMatchObject({
      text: 'The copy is a draft: Copy of Bees on a roof',
      link: { href: '/studio/courses/course-3' },
    });
    const [first, second] = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toBe(second);
    expect(first).toMatch(/^[\da-f-]{36}$/);
  });

  it('G54 asks before it deletes; a sold course stays, with the reason', async () => {
    let isSold = true;
    let left = [bees, law];
    stubServer(({ method }) => {
      if (method !== 'DELETE') return { body: aCoursePage(left) };
      if (isSold) return problem('studio.course_kept', 'It was sold, so it stays.');
      left = [bees];
      return { body: { message: 'Course deleted' } };
    });
    await show();
    fireEvent.click(within(await openMenu('Contract law')).getByRole('menuitem', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Contract law”?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete the course' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('It was sold, so it stays.');
    isSold = false;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete the course' }));
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Contract law' })).toBeNull());
    expect(getNotices()[0]?.text).toBe('Course deleted');
    expect((await screen.findByRole('navigation', { name: 'Filter' })).textContent).toBe('All 1Published 0Draft 1');
  });

  it('hands a course over to be written', async () => {
    stubServer(() => ({ body: both }));
    await show();
    fireEvent.click(within(await openMenu('Bees on a roof')).getByRole('menuitem', { name: 'Write its lessons' }));
    expect(onWrite).toHaveBeenCalledWith(bees);
  });
});

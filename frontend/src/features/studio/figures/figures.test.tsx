import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { AnalyticsView } from './analytics-view.tsx';
import { aCoursePage, aCreatorCourse } from '../courses/creator-course.factory.ts';
import { noSales, noStats, someAnalytics, someStats } from './figures.factory.ts';
import type { FiguresSearch } from './figures-search.ts';
import { OverviewView } from './overview-view.tsx';
import { StudentsView } from '../students/students-panel.tsx';

const onSearch = vi.fn<(search: FiguresSearch) => void>();
let log: MockInstance<typeof console.error>;

beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onSearch.mockReset();
});

/** The figures of a creator who has sold something, unless others are given. */
const serve = ({
  stats = (): Answer => ({ body: someStats() }),
  analytics = (): Answer => ({ body: someAnalytics() }),
  courses = [] as readonly CreatorCourse[],
  earners = [] as readonly CreatorCourse[],
  open = 0,
} = {}) =>
  stubServer(({ path }) => {
    if (path.includes('/stats')) return stats();
    if (path.includes('/analytics')) return analytics();
    if (path.includes('/earners')) return { body: { courses: earners } };
    if (path.includes('/courses')) return { body: { ...aCoursePage([...courses]) } };
    if (path.includes('/questions')) return { body: { questions: [], open } };
    return problem('access.denied', 'not here');
  });
const serveNoSales = (stats = noStats()) => serve({ stats: () => ({ body: stats }), analytics: () => ({ body: noSales() }) });
const overview = (search: FiguresSearch = {}) => showScreen(<OverviewView userId="user-1" search={search} onSearch={onSearch} />);
const analyticsOf = () => showScreen(<AnalyticsView userId="user-1" />);
const facts = () =>
  screen
    .getAllByRole('term')
    .map((term) => [term.textContent, ...[...term.parentElement!.querySelectorAll('dd')].map((dd) => dd.textContent).filter(Boolean)]);
const rows = () => screen.getAllByRole('row').map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('the overview', () => {
  it('CRE-03 CRE-05 has four figures of the creator, each with its explanation', async () => {
    const sent = serve();
    await overview();
    await screen.findByText('November so far, compared with the same days of October');
    expect(facts()).toEqual([
      ['Total revenue', '$1,234.50', '+11% this month', 'November so far, compared with the same days of October'],
      ['Students', '31', '1 new this month', 'in 1 published course'],
      ['Average rating', '4.6 of 5', 'Completion rate: 61% of enrolments'],
      ['Views this month', '420'],
    ]);
    expect(sent.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/creator/analytics?months=36', '/api/creator/stats']));
  });

  it('names the enrolments if they exceed the people', async () => {
    serve({ stats: () => ({ body: someStats({ total_enrolments: 40 }) }) });
    await overview();
    await screen.findByText('People, with 40 enrolments · in 1 published course');
  });

  it('lists the top courses, and the tasks of the creator', async () => {
    const [bees, law, tea] = [
      aCreatorCourse(1, { title: 'Bees', students: 3, revenue: 20 }),
      aCreatorCourse(2, { title: 'Law', students: 2, revenue: 90 }),
      aCreatorCourse(3, { title: 'Tea' }),
    ];
    serve({ courses: [bees, law, tea], earners: [law, bees], open: 2 });
    await overview();
    await screen.findByRole('region', { name: 'Top-earning courses' });
    expect(
      section('Top-earning courses')
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Law2 students$90.00', 'Bees3 students$20.00']);
    expect((await screen.findByRole('link', { name: 'Answer 2 questions' })).getAttribute('href')).toBe('/studio/students');
    expect(screen.getByRole('link', { name: 'Finish 2 drafts' }).getAttribute('href')).toBe('/studio/courses?filter=draft');
    expect((await screen.findByRole('link', { name: 'Publish “Tea”' })).getAttribute('href')).toBe(`/studio/courses/${tea.id}#publish`);
  });

  it('CRE-05 without a published course says so instead of zeros', async () => {
    serveNoSales(noStats({ draft_courses: 1 }));
    await overview();
    await screen.findByText('No earnings in these 12 months.');
    expect(facts()).toEqual([
      ['Total revenue', '$0.00'],
      ['Students', '0'],
      ['Average rating', 'Not yet', 'No course is published yet'],
      ['Views this month', 'Not yet', 'No course is published yet'],
    ]);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('without any course explains what will be here; the way to the first is in the header', async () => {
    serveNoSales();
    await overview();
    await screen.findByRole('heading', { name: 'No courses yet' });
    expect(screen.queryByRole('link', { name: /course/i })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Revenue trend' })).toBeNull();
  });

  it('CRE-06 OPS-03 draws revenue and students month by month, each as a table too', async () => {
    serve();
    await overview({ months: 6 });
    const [revenue, students] = await screen.findAllByRole('img');
    expect(revenue!.getAttribute('aria-label')).toMatch(/^Revenue trend: June 2026 \$30\.00, .*November 2026 \$30\.00$/);
    expect(students!.getAttribute('aria-label')).toMatch(/^Student growth: June 2026 1, /);
    fireEvent.click(section('Revenue trend').getByRole('button', { name: 'Show as table' }));
    expect(rows()).toEqual([
      ['Month', 'Revenue'],
      ...['June', 'July', 'August', 'September', 'October'].map((month) => [`${month} 2026`, '$30.00']),
      ['November 2026 so far', '$30.00'],
      ['Total', '$180.00'],
    ]);
    expect(screen.getAllByRole('img')).toHaveLength(1);
  });

  it('CRE-07 compares with the same months a year before, without the current month', async () => {
    serve();
    await overview({ months: 6, compare: 'year' });
    await screen.findByText(
      '$180.00 in 6 months. Without November, which has not ended: +50% compared with the same months a year earlier.',
    );
    expect(
      screen.getByText('6 students in 6 months. Without November, which has not ended: no change from the same months a year earlier.'),
    ).toBeTruthy();
    fireEvent.click(section('Student growth').getByRole('button', { name: 'Show as table' }));
    expect(rows()[0]).toEqual(['Month', 'New students', 'A year earlier']);
    expect(rows().at(-1)).toEqual(['Total', '6', '6']);
  });

  it('has its range and comparison in the address', async () => {
    serve();
    await overview({ months: 6 });
    fireEvent.change(await screen.findByLabelText('Months shown', { selector: 'select' }), { target: { value: '24' } });
    expect(onSearch).toHaveBeenLastCalledWith({ months: 24, compare: undefined });
    fireEvent.click(screen.getByLabelText('Compare with the same months a year earlier'));
    expect(onSearch).toHaveBeenLastCalledWith({ months: 6, compare: 'year' });
  });

  it('saves exactly the shown figures as a file', async () => {
    serve();
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:1'), revokeObjectURL: () => undefined }),
    );
    let name = '';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      name = this.download;
    });
    await overview({ months: 6 });
    await screen.findByRole('region', { name: 'Student growth' });
    fireEvent.click(section('Student growth').getByRole('button', { name: 'Download CSV' }));
    expect(name).toBe('students-2026-06-2026-11.csv');
    const lines = (await saved[0]!.text()).trim().split('\r\n');
    expect(lines.map((line) => line.replace('\uFEFF', ''))).toEqual([
      'month,new_students,month_has_ended',
      ...['06', '07', '08', '09', '10'].map((month) => `2026-${month},1,yes`),
      '2026-11,1,no',
    ]);
  });

  it('CRE-04 CRE-16 failures to load are reported and logged, never shown as zeros, and can be retried', async () => {
    let stats: () => Answer = () => problem('internal', 'Something went wrong on our side');
    serve({ stats: () => stats() });
    await overview();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading').textContent).toBe('Your figures could not be loaded');
    expect(screen.queryAllByRole('term')).toEqual([]);
    expect(log.mock.calls.map(([first]) => first)).toEqual(['Error loading creator data']);
    stats = () => ({ body: someStats() });
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('$1,234.50');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('figures that could not be updated say so and stay', async () => {
    let stats: () => Answer = () => ({ body: someStats() });
    serve({ stats: () => stats() });
    const { cache } = await overview();
    await screen.findByText('$1,234.50');
    stats = () => problem('service.unavailable', 'The service is temporarily unavailable');
    await act(() => cache.invalidateQueries({ queryKey: ['studio', 'user-1', 'stats'] }));
    await screen.findByText('These figures are not up to date.');
    expect(screen.getByText('$1,234.50')).toBeTruthy();
    expect(log).toHaveBeenCalledTimes(1);
  });
});

describe('the analytics', () => {
  it('CRE-11 CRE-12 CRE-13 has four figures of engagement', async () => {
    const engagement_metrics = { avg_session_time: '14 min', bounce_rate: '8%', completion_rate: '14.6%', student_satisfaction: '92%' };
    const measured = { measured_sessions: 12, measured_answers: 5, measured_students: 9, engagement_metrics };
    serve({ analytics: () => ({ body: someAnalytics(measured) }) });
    await analyticsOf();
    await screen.findByText('14 min');
    expect(facts()).toEqual([
      ['Average session time', '14 min'],
      ['Completion rate', '14.6%', 'of the enrolments'],
      ['Student satisfaction', '92%'],
      ['Bounce rate', '8%'],
    ]);
    expect(screen.getByText(/^Not measured yet/).textContent).toBe('Not measured yet: Demographics, Learning outcomes');
  });

  it('CRE-13 names the unmeasured figures in one line, without empty ones', async () => {
    serveNoSales();
    await analyticsOf();
    await screen.findByText(
      'Not measured yet: Average session time, Completion rate, Student satisfaction, Bounce rate, Demographics, Learning outcomes',
    );
    expect(screen.queryAllByRole('term')).toEqual([]);
    expect(screen.queryByText(/0%|0 min|No data yet/)).toBeNull();
  });

  it('CRE-12 CRE-13 has the completion rate of the overview even before sessions were measured', async () => {
    const metrics = { avg_session_time: '0 min', bounce_rate: '0%', completion_rate: '14.6%', student_satisfaction: '0%' };
    serve({ analytics: () => ({ body: someAnalytics({ measured_students: 30, engagement_metrics: metrics }) }) });
    await analyticsOf();
    await screen.findByText('14.6%');
    expect(facts()).toEqual([['Completion rate', '14.6%', 'of the enrolments']]);
    expect(screen.getByText(/^Not measured yet: Average session time, Student satisfaction, Bounce rate, /)).toBeTruthy();
  });

  it('CRE-14 CRE-15 G46 has no sample bars: ages and outcomes are reported as unknown', async () => {
    serve();
    await analyticsOf();
    expect(await screen.findByText(/Demographics, Learning outcomes$/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/35%|42%|23%|89%|73%|81%/);
  });

  it('CRE-16 a failure is logged and reported with the specified text, with no zero in its place', async () => {
    serve({ analytics: () => problem('internal', 'Something went wrong on our side') });
    await analyticsOf();
    await screen.findByRole('heading', { name: 'Your figures by month could not be loaded' });
    expect(log.mock.calls.map(([first]) => first)).toEqual(['Error loading creator data']);
    expect(screen.queryAllByRole('term')).toEqual([]);
    expect(screen.queryByText(/\$0|^0/)).toBeNull();
  });
});

it('CRE-17 the students are announced with the specified text; Message All is disabled with the reason', async () => {
  await showScreen(<StudentsView />);
  expect(screen.getByRole('heading', { name: 'Student Analytics Coming Soon' })).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Message All' });
  expect(button).toHaveProperty('disabled', true);
  expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toMatch(/^You cannot send messages yet/);
});

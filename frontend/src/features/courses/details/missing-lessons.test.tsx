import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Course } from '#contract/courses/courses.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { aCourse } from '#frontend/features/courses/course.factory.ts';
import { CourseDetails } from './course-details.tsx';
import { CourseHead } from './course-head.tsx';

const items = [
  { id: 'lesson-0-0', title: 'There', state: 'completed', module: 0, lesson: 0, module_title: 'M' },
  { id: 'swarms', title: 'Swarms', state: 'failed', module: 1, lesson: 1, module_title: 'The year' },
  { id: 'lesson-1-0', title: 'Written since', state: 'failed', module: 1, lesson: 0, module_title: 'The year' },
];
const writing = (...ids: string[]) => ({
  task_id: 'run-2',
  instruction: '',
  created_at: '2026-11-20T10:00:00.000Z',
  status: 'writing',
  lesson_ids: ids,
  lessons: [],
});
const NO_PICTURES = partly({ cover: { picture: null }, modules: [], clip: {} });
/** A server that writes on request; `state` is its current state. */
function serve(
  state: { open: string[]; cost: number; proposals?: object[]; inVersion?: object; stopped?: boolean } = { open: ['swarms'], cost: 516 },
) {
  const now = { proposals: [] as object[], ...state };
  return stubServer(({ method, path }) => {
    if (method === 'POST') {
      now.proposals = [writing(...(path.includes('/retry') ? ['swarms'] : now.open))];
      now.open = path.includes('/retry') ? now.open.filter((id) => id !== 'swarms') : [];
      return partly({ task_id: 'run-2' }, 202);
    }
    if (path.includes('/status/run-2')) return partly({ task_id: 'run-2', status: 'running', items: [], poll_after_ms: 60_000 });
    if (path.includes('/status/')) return partly({ task_id: 'run-1', items, stopped: now.stopped });
    if (path.includes('course-pictures')) return NO_PICTURES;
    if (path.endsWith('/missing-lessons'))
      return partly({ lesson_ids: now.open, cost: now.cost, ...(now.inVersion && { in_version: now.inVersion }) });
    return partly({ proposals: now.proposals });
  });
}
const show = (quality_level: 'partial' | 'high', part: Partial<Course> = {}) => {
  const course = aCourse({ quality_level, missing_lessons: quality_level === 'partial' ? 2 : 0, ...part });
  return showScreen(
    <>
      <CourseHead userId="u1" course={course} />
      <CourseDetails userId="u1" course={course} />
    </>,
  );
};
/** The rows of the missing lessons, in order. */
const missingRows = () => screen.getAllByRole('listitem').filter(({ textContent }) => /Not written|Being written/.test(textContent));

describe('the missing lessons of a partial course', () => {
  it('that an earlier version has are not offered only for payment', async () => {
    serve({ open: ['swarms', 'lesson-1-9'], cost: 1032, inVersion: { number: 3, lessons: 2 } });
    const { unmount } = await show('partial');
    const link = await screen.findByRole('link', { name: 'Version 3 has these lessons' });
    expect(link.getAttribute('href')).toBe('/courses/course-1/history?version=3');
    unmount();
    serve({ open: ['swarms', 'lesson-1-9'], cost: 1032, inVersion: { number: 2, lessons: 1 } });
    await show('partial');
    expect(await screen.findByRole('link', { name: 'Version 2 has 1 of them' })).toBeTruthy();
  });

  it('are those of its run that the course lacks; one can be written alone', async () => {
    const sent = serve();
    await show('partial');
    const write = await screen.findByRole('button', { name: 'Write Swarms' });
    expect(missingRows().map(({ textContent }) => textContent)).toEqual(['2.2SwarmsNot writtenWrite Swarms']);
    fireEvent.click(write);
    expect(await screen.findByText('Being written')).toBeTruthy();
    const asked = sent.find(({ method }) => method === 'POST');
    expect(asked?.path).toBe('/api/generate-course/run-1/lessons/swarms/retry');
    expect(asked?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  });

  it('show the reason', async () => {
    Object.assign(items[1]!, { failures: [{ service: null, code: 'spend.user_cap' }] });
    serve();
    await show('partial');
    expect(await screen.findByText("Today's generation allowance was used up.")).toBeTruthy();
  });

  it('and the others are numbered as in the outline: no number occurs twice', async () => {
    serve();
    const course = aCourse({ quality_level: 'partial' });
    const [first, second] = course.modules;
    // its own first lesson is missing, and the outline had a whole module before the second one
    const lessons = second!.lessons.slice(0, 1).map((lesson) => ({ ...lesson, lesson_id: 'kept' }));
    const shown = { ...course, modules: [{ ...first!, lessons }] };
    items.push({ id: 'kept', title: 'Kept', state: 'completed', module: 1, lesson: 2, module_title: 'The year' });
    await show('partial', shown);
    const modules = within(await screen.findByRole('region', { name: /^Modules/ }));
    await modules.findByText('2.3');
    expect(modules.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Module 2 The place']);
    expect(modules.getAllByRole('listitem').map(({ textContent }) => /^\d\.\d/.exec(textContent)?.[0])).toEqual(['2.1', '2.2', '2.3']);
    expect(modules.getByRole('link').getAttribute('href')).toBe('/courses/course-1/learn/0/0');
    items.pop();
  });

  it('of a stopped run have not failed', async () => {
    serve({ open: ['swarms'], cost: 516, stopped: true });
    await show('partial');
    await screen.findByRole('button', { name: 'Write Swarms' });
    expect(missingRows().map(({ dataset }) => dataset['state'])).toEqual(['waiting']);
  });

  it('a complete course offers nothing', async () => {
    const sent = serve();
    await show('high');
    expect(sent.filter(({ path }) => path.includes('/status/') || path.endsWith('/missing-lessons'))).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Write/ })).toBeNull();
  });

  it('a module without a written lesson has its place and its title, too', async () => {
    items.push({ id: 'mead', title: 'Mead', state: 'failed', module: 2, lesson: 0, module_title: 'The harvest' });
    serve();
    await show('partial');
    expect(await screen.findByRole('heading', { name: 'Module 3 The harvest' })).toBeTruthy();
    expect(missingRows().at(-1)?.textContent).toBe('3.1MeadNot writtenWrite Mead');
    items.pop();
  });
});

describe('all missing lessons at once', () => {
  const two = [...items.slice(0, 2), { id: 'winter', title: 'Winter', state: 'failed', module: 1, lesson: 2, module_title: 'The year' }];
  beforeEach(() => void items.splice(0, items.length, ...two));
  const asked = (sent: SentRequest[]) => sent.filter(({ method }) => method === 'POST').map(({ path }) => path);

  it('are written with one press, at a quoted price; a second press buys nothing', async () => {
    const sent = serve({ open: ['swarms', 'winter'], cost: 1_033 });
    await show('partial');
    const all = await screen.findByRole('button', { name: 'Write the 2 missing lessons' });
    expect(screen.getByText('Costs up to 10.33 tokens for all. A lesson that cannot be written costs nothing.')).toBeTruthy();
    fireEvent.click(all);
    fireEvent.click(all);
    await waitFor(() => expect(screen.getAllByText('Being written')).toHaveLength(2));
    expect(asked(sent)).toEqual(['/api/courses/course-1/missing-lessons']);
    expect(sent.find(({ method }) => method === 'POST')?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Write/ })).toBeNull());
    expect(document.activeElement?.textContent).toBe('Each lesson appears in the course as soon as it is written.');
  });

  it('leave out lessons in progress, from this window or another one, which have no button', async () => {
    serve({ open: ['winter'], cost: 516, proposals: [writing('swarms')] });
    await show('partial');
    expect(await screen.findByText('Being written')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Write/ }).map(({ textContent }) => textContent)).toEqual([
      'Write the other lesson',
      'Write Winter',
    ]);
    expect(screen.getByText('Costs up to 5.16 tokens, or nothing if it cannot be written.')).toBeTruthy();
  });

  it('are free if a course of the plan has paid for them', async () => {
    serve({ open: ['swarms', 'winter'], cost: 0 });
    await show('partial');
    expect(await screen.findByText('Your plan has already paid for it.')).toBeTruthy();
  });

  it('without enough tokens nothing starts, and the shortfall is shown', async () => {
    stubServer(({ method, path }) => {
      if (method === 'POST') return problem('tokens.insufficient', 'No.', { needed: 10.33, available: 2 });
      if (path.includes('course-pictures')) return NO_PICTURES;
      if (path.includes('/status/')) return partly({ task_id: 'run-1', items });
      return partly(path.endsWith('/missing-lessons') ? { lesson_ids: ['swarms', 'winter'], cost: 1_033 } : { proposals: [] });
    });
    await show('partial');
    fireEvent.click(await screen.findByRole('button', { name: 'Write the 2 missing lessons' }));
    expect(await screen.findByText('This needs up to 10.33 tokens, and you have 2.')).toBeTruthy();
    expect(screen.getAllByText('Not written')).toHaveLength(2);
  });
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aCourse } from './course.factory.ts';
import { MissingLessons } from './missing-lessons.tsx';
import { ModuleOutline } from './module-outline.tsx';

const items = [
  { id: 'lesson-0-0', title: 'There', state: 'completed', module: 0, lesson: 0 },
  { id: 'swarms', title: 'Swarms', state: 'failed', module: 1, lesson: 1 },
  { id: 'lesson-1-0', title: 'Written since', state: 'failed', module: 1, lesson: 0 },
];
const serve = () =>
  stubServer(({ method, path }) => {
    if (method === 'POST') return { status: 202, body: { task_id: 'run-2' } };
    if (path.includes('/status/run-2')) return { body: { task_id: 'run-2', status: 'running', items: [], poll_after_ms: 60_000 } };
    if (path.includes('/status/')) return { body: { task_id: 'run-1', items } };
    return { body: { proposals: [] } };
  });
const show = (quality_level: 'partial' | 'high') =>
  showScreen(<MissingLessons of={{ userId: 'u1', courseId: 'course-1' }} course={aCourse({ quality_level })} />);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the missing lessons of a partial course', () => {
  it('are those of its run that the course does not have; one is written by itself', async () => {
    const sent = serve();
    await show('partial');
    const write = await screen.findByRole('button', { name: 'Write this lesson Swarms' });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['2.2SwarmsNot writtenWrite this lesson Swarms']);
    fireEvent.click(write);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Being written'));
    const asked = sent.find(({ method }) => method === 'POST');
    expect(asked?.path).toBe('/api/generate-course/run-1/lessons/swarms/retry');
    expect(asked?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  });

  it('say why they are missing', async () => {
    Object.assign(items[1]!, { failures: [{ service: null, code: 'spend.user_cap' }] });
    serve();
    await show('partial');
    expect(await screen.findByText("Today's generation allowance was used up.")).toBeTruthy();
  });

  it('and the others are numbered as the outline was: no number stands twice', async () => {
    serve();
    const course = aCourse({ quality_level: 'partial' });
    const [first, second] = course.modules;
    // its own first lesson is missing, and the outline had a whole module before the second one
    const lessons = second!.lessons.slice(0, 1).map((lesson) => ({ ...lesson, lesson_id: 'kept' }));
    const shown = { ...course, modules: [{ ...first!, lessons }] };
    items.push({ id: 'kept', title: 'Kept', state: 'completed', module: 1, lesson: 2 });
    await showScreen(<ModuleOutline of={{ userId: 'u1', courseId: 'course-1' }} course={shown} module={shown.modules[0]!} index={0} />);
    await screen.findByText('2.3');
    expect(screen.getByRole('heading').textContent).toContain('Module 2');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/courses/course-1/learn/0/0');
    items.pop();
  });

  it('a whole course asks for nothing', async () => {
    const sent = serve();
    await show('high');
    expect(sent).toHaveLength(0);
    expect(screen.queryByRole('listitem')).toBeNull();
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Course } from '#contract/courses/courses.contract.ts';
import { showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { aCourse, aLesson } from '../course.factory.ts';
import type { Version } from '../version-queries.ts';
import { HistoryView } from './history-view.tsx';

const onClose = vi.fn();
const aVersion = (number: number, part: Partial<Version> = {}): Version => ({
  number,
  kind: 'edited',
  created_at: '2026-11-20T10:00:00.000Z',
  current: false,
  operator_reason: null,
  changed_lessons: [],
  ...part,
});
const versions = [
  aVersion(3, { current: true, changed_lessons: [{ lesson_id: 'lesson-0-0', title: 'Lesson 0.0' }] }),
  aVersion(2, { kind: 'regenerated', changed_lessons: [1, 2, 3, 4, 5].map((n) => ({ lesson_id: `l${n}`, title: `L${n}` })) }),
  aVersion(1, { kind: 'generated' }),
];
const live = aCourse({ version: 3 });
/** Version 1, in which two lessons differ. */
function earlier(): Course {
  const course = aCourse({ version: 1 });
  course.modules[0]!.lessons[0] = aLesson(0, 0, { content: 'It was dry.' });
  course.modules[1]!.lessons[0] = aLesson(1, 0, { title: 'Spring' });
  return course;
}
function serve() {
  let next = 4;
  return stubServer(({ method, path }) => {
    if (method === 'POST') return { body: { version: next, course: aCourse({ version: next++ }) } };
    return { body: path.endsWith('/versions') ? { versions } : { version: 1, course: earlier() } };
  });
}
const show = (chosen: number | null) =>
  showScreen(<HistoryView of={{ userId: 'u1', courseId: 'course-1' }} course={live} chosen={chosen} onClose={onClose} />);
const restores = (sent: SentRequest[]) => sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

describe('the history of a course', () => {
  it('lists versions newest first, in plain words, with their changes', async () => {
    serve();
    await show(null);
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^Version 3Edited manually · .*Lesson 0\.0Live now$/);
    expect(rows[1]).toMatch(/^Version 2New text accepted · .*L1, L2, L3, 2 moreCompare with the current version \(version 2\)$/);
    expect(rows[2]).toMatch(/^Version 1Written for a request · /);
    expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/courses/course-1/history?version=2');
  });

  it('compares a version with the live one, only the lessons that differ', async () => {
    serve();
    await show(1);
    expect(await screen.findByText('2 lessons differ from the current version.')).toBeTruthy();
    expect([...document.querySelectorAll('del')].map(({ textContent }) => textContent)).toContain('Spring');
  });

  it('restores a version completely, which can be undone', async () => {
    const sent = serve();
    await show(1);
    fireEvent.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    const done = await screen.findByText('Version 1 is back, as version 4.');
    expect(document.activeElement?.contains(done)).toBe(true);
    expect(onClose).toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone: the course reads as in version 3 again, as version 5.')).toBeTruthy();
    expect(restores(sent)).toEqual([
      ['/api/courses/course-1/versions/1/restore', {}],
      ['/api/courses/course-1/versions/3/restore', {}],
    ]);
  });

  it('restores one lesson alone', async () => {
    const sent = serve();
    await show(1);
    fireEvent.click((await screen.findAllByRole('button', { name: /^Restore only this lesson/ }))[0]!);
    await waitFor(() => expect(restores(sent)).toEqual([['/api/courses/course-1/versions/1/restore', { lesson_id: 'lesson-0-0' }]]));
  });
});

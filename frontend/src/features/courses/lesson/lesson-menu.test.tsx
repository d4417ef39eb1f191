import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { aCourse } from '#frontend/features/courses/course.factory.ts';
import type { MenuSubject } from './lesson-menu-list.tsx';
import { LessonMenu } from './lesson-menu.tsx';

const lesson: MenuSubject = { kind: 'lesson', lessonId: 'lesson-1', title: 'Bees', isPinned: false };
const module: MenuSubject = { kind: 'module', module: 1, title: 'The year', lessons: 3, pinned: 1 };
async function open(subject: MenuSubject) {
  const shown = await showScreen(<LessonMenu of={{ userId: 'u1', courseId: 'course-1' }} subject={subject} />);
  fireEvent.click(screen.getByRole('button', { name: `Options: ${subject.title}` }));
  await screen.findByRole('menu');
  return shown;
}
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole('menuitem', { name }));
const changing = (sent: SentRequest[]) => sent.filter(({ method }) => method !== 'GET');

describe('the menu of a lesson', () => {
  it('offers regenerate, edit, pin and history', async () => {
    stubServer(() => partly({ proposals: [] }));
    await open(lesson);
    expect(items()).toEqual(['Regenerate…', 'Edit', 'Pin', 'History']);
  });

  it('asks for the requested change, says that the live text stays, and starts the rewrite', async () => {
    const sent = stubServer(({ method, path }) => {
      if (path === '/api/courses/u1/course-1') return partly({ course: aCourse() });
      return partly(method === 'POST' ? {} : { proposals: [] }, 202);
    });
    await open(lesson);
    choose('Regenerate…');
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Changes you want (optional)');
    expect(document.activeElement).toBe(field);
    expect(field.maxLength).toBe(1000);
    expect(screen.getByText(/The lesson stays as it is until you accept the new one/)).toBeTruthy();
    expect(await screen.findByText(/It costs up to 6\.20 tokens, and is free if it fails\.$/)).toBeTruthy();
    fireEvent.change(field, { target: { value: ' Shorter ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Write a new text' }));
    await dialogClosed();
    expect(changing(sent)).toMatchObject([{ path: '/api/courses/course-1/lessons/lesson-1/regenerate', body: { instruction: 'Shorter' } }]);
    expect(changing(sent)[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Options: Bees');
  });

  it('keeps the dialog open with the reason if the rewrite is refused', async () => {
    stubServer(({ method }) =>
      method === 'POST' ? problem('limits.rate', 'Your allowance for today is used up.') : partly({ proposals: [] }),
    );
    await open(lesson);
    choose('Regenerate…');
    fireEvent.click(await screen.findByRole('button', { name: 'Write a new text' }));
    expect(await screen.findByText('Your allowance for today is used up.')).toBeTruthy();
  });

  it('pins; a pinned lesson cannot be regenerated, and says so', async () => {
    const sent = stubServer(() => partly({ pinned: true }));
    const { unmount } = await open(lesson);
    choose('Pin');
    await waitFor(() => expect(getNotices()).toHaveLength(1));
    expect(changing(sent)).toMatchObject([{ method: 'PUT', path: '/api/courses/course-1/lessons/lesson-1/pin', body: { pinned: true } }]);
    unmount();
    await open({ ...lesson, isPinned: true });
    expect(items()).toEqual(['Regenerate…Pinned: unpin it first', 'Edit', 'Unpin', 'History']);
    expect(screen.getByRole('menuitem', { name: /Regenerate/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('of a module says that pinned lessons are skipped', async () => {
    const sent = stubServer(({ method }) => partly(method === 'POST' ? {} : { proposals: [] }));
    await open(module);
    expect(items()).toEqual(['Regenerate module…', 'History']);
    choose('Regenerate module…');
    expect(await screen.findByText(/1 pinned lesson stays unchanged/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Write new texts' }));
    await waitFor(() =>
      expect(changing(sent)).toMatchObject([{ path: '/api/courses/course-1/modules/1/regenerate', body: { instruction: '' } }]),
    );
    expect(changing(sent)[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  });
});

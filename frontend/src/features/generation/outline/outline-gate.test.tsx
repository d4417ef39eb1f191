// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runKey } from '#frontend/lib/poll-run.ts';
import { problem, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aRun, aRunsItems } from '../run.factory.ts';
import OutlineGate from './outline-gate.tsx';

const run = aRun({ stage: 'approval', items: aRunsItems('pending', 'pending', 'pending', 'pending') });
const show = () => showScreen(<OutlineGate run={run} language={{}} />);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const titles = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Title of lesson/ }).map(({ value }) => value);
const title = (name: string | RegExp) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
const rename = (name: string | RegExp, value: string) => fireEvent.change(title(name), { target: { value } });
const said = () => screen.getByRole('status').textContent;

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the outline gate', () => {
  it('sends the outline as it was made: renamed, reordered, shortened and lengthened, one to one', async () => {
    const started = aRun({ stage: 'lessons' });
    const sent = stubServer(() => ({ body: started }));
    const { cache } = await show();
    rename('Course title', 'Bees, calmly');
    rename('Title of lesson 1.1', 'Smoke');
    fireEvent.click(button('Move down: Smoke'));
    fireEvent.click(button('Remove: Lesson titled 2'));
    fireEvent.click(button('Add lesson to module 2'));
    rename('Title of lesson 2.2', 'Winter');
    expect(screen.getByText('2 modules, 4 lessons')).toBeTruthy();
    fireEvent.click(button('Write this course'));
    await waitFor(() => expect(cache.getQueryData(runKey('task-1'))).toEqual(started));
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: '/api/generate-course/task-1/approve',
      body: {
        title: 'Bees, calmly',
        modules: [
          {
            title: 'Part 1',
            lessons: [
              { id: 'lesson-1', title: 'Lesson titled 1' },
              { id: 'lesson-0', title: 'Smoke' },
            ],
          },
          { title: 'Part 2', lessons: [{ id: 'lesson-3', title: 'Lesson titled 3' }, { title: 'Winter' }] },
        ],
      },
    });
    expect(sessionStorage.getItem('outline_draft:task-1')).toBeNull();
  });

  it('by keyboard: the focus stays with what was moved, also over the edge of a module, and the place is said', async () => {
    await show();
    const name = 'Move down: Lesson titled 1';
    button(name).focus();
    fireEvent.click(button(name));
    expect(document.activeElement).toBe(button(name));
    expect(said()).toBe('Lesson titled 1 is now 2.1');
    fireEvent.click(button(name));
    fireEvent.click(button(name));
    // At the end it can only go up.
    expect(button(name).disabled).toBe(true);
    expect(document.activeElement).toBe(button('Move up: Lesson titled 1'));
    fireEvent.keyDown(title('Title of lesson 2.3'), { key: 'ArrowUp', altKey: true });
    expect(titles()).toEqual(['Lesson titled 0', 'Lesson titled 2', 'Lesson titled 1', 'Lesson titled 3']);
    expect(document.activeElement).toBe(title('Title of lesson 2.2'));
  });

  it('what was removed can be put back in its place', async () => {
    await show();
    fireEvent.click(button('Remove: Part 1'));
    expect(document.activeElement).toBe(button('Put back Part 1'));
    expect(titles()).toEqual(['Lesson titled 2', 'Lesson titled 3']);
    fireEvent.click(button('Put back Part 1'));
    expect(titles()).toHaveLength(4);
    expect(said()).toBe('Put back: Part 1');
  });

  it('keeps the changes of this tab over a reload', async () => {
    const { unmount } = await show();
    rename('Title of lesson 1.2', 'Kept');
    unmount();
    await show();
    expect(titles()[1]).toBe('Kept');
  });

  it('forgets changes of an outline that is another one now', async () => {
    const { unmount } = await show();
    rename('Title of lesson 1.2', 'Stale');
    unmount();
    await showScreen(<OutlineGate run={{ ...run, items: aRunsItems('pending', 'pending') }} language={{}} />);
    expect(titles()).toEqual(['Lesson titled 0', 'Lesson titled 1']);
  });

  it('does not send what cannot be written, and goes to what is missing', async () => {
    const sent = stubServer(() => ({ body: {} }));
    await show();
    rename('Title of lesson 2.1', '  ');
    expect(screen.queryByText('A title is needed.')).toBeNull();
    fireEvent.click(button('Write this course'));
    expect(document.activeElement).toBe(title('Title of lesson 2.1'));
    expect(screen.getByText('A title is needed.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('says so when it was accepted elsewhere first, and looks again', async () => {
    stubServer(() => problem(409, 'There is nothing to decide any more', { code: 'run.not_waiting' }));
    const { cache } = await show();
    cache.setQueryData(runKey('task-1'), run);
    fireEvent.click(button('Write this course'));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/^The outline was accepted in another tab or on another device/),
    );
    expect(cache.getQueryState(runKey('task-1'))?.isInvalidated).toBe(true);
  });
});

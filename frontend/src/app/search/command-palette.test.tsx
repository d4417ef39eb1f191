import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import CommandPalette from './command-palette.tsx';
import { onOpenSearch, openSearch } from './open-search.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';

const HITS = {
  courses: [{ course_id: 'c-1', title: 'Beekeeping' }],
  lessons: [{ course_id: 'c-1', course_title: 'Beekeeping', title: 'The bee dance', module: 1, lesson: 2 }],
  notes: [{ note_id: 'n-1', course_id: 'c-1', course_title: 'Beekeeping', text: 'Bees see no red', lesson: null }],
};

beforeEach(() => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
});

async function show() {
  const onClose = vi.fn();
  stubServer(() => partly(HITS));
  await showScreen(<CommandPalette onClose={onClose} />);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search and commands' });
  const press = (key: string) => fireEvent.keyDown(field, { key });
  /** The option that the field marks as active. */
  const active = () => document.querySelector(`[id="${field.getAttribute('aria-activedescendant')}"]`);
  return { onClose, field, press, active };
}

describe('search and commands', () => {
  it('offer places and acts at once, and work with the keyboard alone', async () => {
    const { onClose, field, press, active } = await show();
    expect(field).toBe(document.activeElement);
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(2);
    expect(active()?.textContent).toBe('AI Builder');
    press('ArrowUp');
    expect(active()?.textContent).toBe('Sign Out');
    press('ArrowDown');
    press('ArrowDown');
    expect(active()?.textContent).toBe('My Courses');
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
    fireEvent.change(field, { target: { value: 'dárk' } });
    await waitFor(() => expect(active()?.textContent).toBe('Appearance: Dark'));
    press('Enter');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('find courses, lessons and notes by the typed text, before the places, and link to the market for others', async () => {
    const { field, press, active, onClose } = await show();
    fireEvent.change(field, { target: { value: 'bee' } });
    const lessons = await screen.findByRole('group', { name: 'Lessons' });
    expect(within(lessons).getByRole('option').textContent).toBe('The bee danceBeekeeping');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Beekeeping',
      'The bee danceBeekeeping',
      'Bees see no redBeekeeping',
      'Courses about “bee”',
    ]);
    press('ArrowDown');
    expect(active()?.textContent).toContain('The bee dance');
    fireEvent.click(active()!);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('open by Ctrl K, ⌘ K or a press, and by no other key', () => {
    const open = vi.fn();
    const stop = onOpenSearch(open);
    for (const keys of [{ ctrlKey: true }, { metaKey: true }]) fireEvent.keyDown(document.body, { key: 'k', ...keys });
    openSearch();
    expect(open).toHaveBeenCalledTimes(3);
    for (const keys of [{}, { ctrlKey: true, shiftKey: true }]) fireEvent.keyDown(document.body, { key: 'k', ...keys });
    stop();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(open).toHaveBeenCalledTimes(3);
  });
});

import { act, fireEvent, render, screen } from '@testing-library/react';
import { ThemeProvider } from '@mui/material/styles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { getNotices, markNoticesRead, toast, TOAST_MS } from '#frontend/lib/toast.ts';
import { theme } from '#frontend/theme/theme.ts';
import { ToastStack } from '#frontend/app/root-frame.tsx';

const show = () =>
  render(
    <ThemeProvider theme={theme}>
      <ToastStack />
    </ThemeProvider>,
  );
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const say = (...args: Parameters<typeof toast>) => act(() => toast(...args));

beforeEach(() => {
  vi.useFakeTimers();
});

describe('SHELL-07 a toast', () => {
  it('is on screen for 3 s', () => {
    show();
    say('success', 'Saved');
    pass(TOAST_MS - 1);
    expect(screen.getByText('Saved')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it.each(['success', 'info', 'warning'] as const)('of kind %s is a status', (kind) => {
    show();
    say(kind, 'Something');
    expect(screen.getByRole('status').textContent).toContain('Something');
  });

  it('of kind error is an alert', () => {
    show();
    say('error', 'Broken');
    expect(screen.getByRole('alert').textContent).toContain('Broken');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('pauses under the pointer, then continues its remaining time', () => {
    show();
    say('info', 'Read me');
    pass(2000);
    fireEvent.pointerEnter(screen.getByText('Read me').closest('[data-kind]')!.parentElement!);
    pass(60_000);
    expect(screen.getByText('Read me')).toBeTruthy();
    fireEvent.pointerLeave(screen.getByText('Read me').closest('[data-kind]')!.parentElement!);
    pass(999);
    expect(screen.getByText('Read me')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('Read me')).toBeNull();
  });

  it('waits while it has the focus', () => {
    show();
    say('info', 'Read me');
    fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }));
    pass(60_000);
    expect(screen.getByText('Read me')).toBeTruthy();
  });

  it('can be dismissed', () => {
    show();
    say('info', 'Read me');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Read me')).toBeNull();
  });

  it('makes room for the button that leads on, and for what has the focus', () => {
    const box = (left: number, top: number, width: number, height: number) => new DOMRect(left, top, width, height);
    const places: Record<string, DOMRect> = {
      'bottom end': box(1036, 800, 380, 76),
      'bottom start': box(120, 800, 380, 76),
      'top end': box(1036, 76, 380, 76),
      'top start': box(120, 76, 380, 76),
    };
    const boxes = new Map<Element, DOMRect>();
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return places[this.dataset.place ?? ''] ?? boxes.get(this) ?? box(0, 0, 0, 0);
    });
    show();
    const corner = document.querySelector<HTMLElement>('[data-place]')!;
    say('success', 'Saved');
    expect(corner.dataset.place).toBe('bottom end');
    // a button below it, as a screen that has just come has
    const button = document.body.appendChild(document.createElement('button'));
    button.className = 'MuiButton-contained';
    boxes.set(button, box(1200, 840, 160, 40));
    pass(300);
    expect(corner.dataset.place).toBe('bottom start');
    const field = document.body.appendChild(document.createElement('input'));
    boxes.set(field, box(100, 820, 300, 40));
    field.focus();
    pass(300);
    expect(corner.dataset.place).toBe('top end');
    button.remove();
    field.remove();
  });

  it('A03 stays readable in the notification list, unread until the list was open', () => {
    show();
    say('success', 'First');
    say('error', 'Second');
    pass(TOAST_MS);
    expect(getNotices().map(({ text, isRead, isShown }) => [text, isRead, isShown])).toEqual([
      ['Second', false, false],
      ['First', false, false],
    ]);
    act(markNoticesRead);
    expect(getNotices().every(({ isRead }) => isRead)).toBe(true);
  });
});

describe('A11Y-01 for who works with a screen reader', () => {
  afterEach(() => setAccessibilityPreferences({ screen_reader: false }));

  it('toasts stay until they are dismissed, four at once', () => {
    setAccessibilityPreferences({ screen_reader: true });
    show();
    for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) say('info', text);
    pass(20 * TOAST_MS);
    expect(screen.queryByText('One')).toBeNull();
    const [newest] = screen.getAllByRole('button', { name: 'Dismiss' });
    fireEvent.click(newest!);
    expect([screen.queryByText('Five'), screen.queryByText('One')?.textContent]).toEqual([null, 'One']);
  });
});

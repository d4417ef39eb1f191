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

  describe('moves aside', () => {
    const box = (left: number, top: number, width: number, height: number) => new DOMRect(left, top, width, height);
    const places: Record<string, DOMRect> = {
      'bottom end': box(1036, 800, 380, 76),
      'bottom start': box(120, 800, 380, 76),
      'top end': box(1036, 76, 380, 76),
      'top start': box(120, 76, 380, 76),
    };
    const boxes = new Map<Element, DOMRect>();
    const added: HTMLElement[] = [];
    const placeOf = () => document.querySelector<HTMLElement>('[data-place]')!.dataset.place;
    /** The visible toasts after the next frame. */
    const frame = () =>
      act(async () => {
        // observers are notified after the change
        await Promise.resolve();
        vi.advanceTimersToNextFrame();
      });
    function add(element: HTMLElement, at: DOMRect): HTMLElement {
      added.push(element);
      boxes.set(element, at);
      return document.body.appendChild(element);
    }
    const leadingOn = () => Object.assign(document.createElement('button'), { className: 'MuiButton-contained' });

    beforeEach(() => {
      vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
        return places[this.dataset.place ?? ''] ?? boxes.get(this) ?? box(0, 0, 0, 0);
      });
      show();
      say('success', 'Saved');
    });
    afterEach(() => {
      for (const element of added.splice(0)) element.remove();
      boxes.clear();
    });

    it('for a link button, as soon as it has appeared, and for the focused element', async () => {
      expect(placeOf()).toBe('bottom end');
      add(leadingOn(), box(1200, 840, 160, 40));
      await frame();
      expect(placeOf()).toBe('bottom start');
      add(document.createElement('input'), box(100, 820, 300, 40)).focus();
      await frame();
      expect(placeOf()).toBe('top end');
    });

    it('for the heading of the screen, which it never covers', async () => {
      add(leadingOn(), box(1200, 840, 160, 40));
      add(leadingOn(), box(200, 840, 160, 40));
      const heading = add(document.createElement('h1'), box(1000, 80, 300, 44));
      heading.tabIndex = -1;
      await frame();
      expect(placeOf()).toBe('top start');
    });

    it('for a button that has just become enabled', async () => {
      const button = leadingOn();
      button.classList.add('Mui-disabled');
      add(button, box(1200, 840, 160, 40));
      await frame();
      expect(placeOf()).toBe('bottom end');
      button.classList.remove('Mui-disabled');
      await frame();
      expect(placeOf()).toBe('bottom start');
    });

    it('for a button that is scrolled below it', async () => {
      const button = add(leadingOn(), box(1200, 1400, 160, 40));
      await frame();
      expect(placeOf()).toBe('bottom end');
      boxes.set(button, box(1200, 840, 160, 40));
      fireEvent.scroll(document);
      await frame();
      expect(placeOf()).toBe('bottom start');
    });

    it('and checks the page only after something changed there', async () => {
      await frame();
      const looked = vi.spyOn(document, 'querySelectorAll');
      pass(TOAST_MS - 500);
      await frame();
      expect(looked).not.toHaveBeenCalled();
      fireEvent.scroll(document);
      fireEvent.scroll(document);
      await frame();
      expect(looked).toHaveBeenCalledOnce();
    });

    it('no more once it is gone', async () => {
      pass(TOAST_MS);
      await frame();
      const looked = vi.spyOn(document, 'querySelectorAll');
      fireEvent.scroll(document);
      add(leadingOn(), box(1200, 840, 160, 40));
      await frame();
      expect(looked).not.toHaveBeenCalled();
    });
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

describe('A11Y-01 for screen reader users', () => {
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

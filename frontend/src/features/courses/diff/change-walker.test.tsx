import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { setAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { ChangeWalker } from './lesson-diff.tsx';

const show = () =>
  showScreen(
    <ChangeWalker total={2}>
      {[1, 2].map((n) => (
        <p key={n} data-change tabIndex={-1}>
          {n}
        </p>
      ))}
    </ChangeWalker>,
  );
const pressAltDown = () => fireEvent.keyDown(screen.getByRole('group'), { key: 'ArrowDown', altKey: true });
const at = () => document.activeElement?.textContent;
const keysOf = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-keyshortcuts');

afterEach(() => {
  setAccessibilityPreferences({ keyboard_navigation: true });
});

describe('A11Y-01 keyboard navigation', () => {
  it('moves from change to change, and announces it', async () => {
    await show();
    pressAltDown();
    pressAltDown();
    expect([at(), keysOf('Next change')]).toEqual(['2', 'Alt+ArrowDown']);
  });

  it('off: Alt with an arrow is left to the system; the buttons and the focus stay', async () => {
    setAccessibilityPreferences({ keyboard_navigation: false });
    await show();
    pressAltDown();
    expect(at()).not.toBe('1');
    fireEvent.click(screen.getByRole('button', { name: 'Next change' }));
    expect([at(), keysOf('Next change')]).toEqual(['1', null]);
  });
});

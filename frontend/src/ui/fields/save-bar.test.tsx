import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { SaveBar } from './save-bar.tsx';

async function positionWhen(isDirty: boolean): Promise<string> {
  cleanup();
  await showScreen(<SaveBar caption="Save" isDirty={isDirty} isSaving={false} />);
  return getComputedStyle(screen.getByRole('button', { name: 'Save' }).parentElement!).position;
}

it('the button is filled only while there is something to save', async () => {
  for (const isDirty of [true, false]) {
    cleanup();
    await showScreen(<SaveBar caption="Save" isDirty={isDirty} isSaving={false} />);
    expect(screen.getByRole('button', { name: 'Save' }).classList.contains('MuiButton-contained')).toBe(isDirty);
  }
});

it('the bar is fixed over the page only while there is something to save, and at its end otherwise', async () => {
  expect(await positionWhen(true)).toBe('sticky');
  expect(await positionWhen(false)).not.toBe('sticky');
});

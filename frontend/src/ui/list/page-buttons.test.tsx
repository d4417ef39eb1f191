import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { PageButtons } from './page-buttons.tsx';

it.each([
  [1, null, 2],
  [2, 1, 3],
  [3, 2, null],
])('from page %i of 3 the buttons, side by side, lead to %j and %j', async (page, before, after) => {
  const onPage = vi.fn();
  await showScreen(<PageButtons page={page} pages={3} onPage={onPage} />);
  const buttons = screen.getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Previous page', 'Next page']);
  expect(getComputedStyle(buttons[0]!.parentElement!).flexDirection).toBe('row');
  for (const button of buttons) fireEvent.click(button);
  expect(onPage.mock.calls.flat()).toEqual([before, after].filter((one) => one !== null));
});

it('one page has none', async () => {
  await showScreen(<PageButtons page={1} pages={1} onPage={() => {}} />);
  expect(screen.queryByRole('button')).toBeNull();
});

import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { PreviewColumns } from './preview-columns.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Renders the columns in a window of this width. */
const show = (isWide: boolean, asked?: string) => {
  const usual = window.matchMedia;
  vi.stubGlobal('matchMedia', (media: string) => ({ ...usual(media), matches: isWide && media.includes('min-width') }));
  return showScreen(
    <PreviewColumns preview={<p>What others see</p>} asked={asked}>
      <input aria-label="Title" />
    </PreviewColumns>,
  );
};
const isSeen = (element: HTMLElement): boolean => {
  for (let one: HTMLElement | null = element; one; one = one.parentElement) if (getComputedStyle(one).display === 'none') return false;
  return true;
};

it('in a wide window the work and its preview are side by side, without a switch', async () => {
  await show(true);
  expect([isSeen(screen.getByLabelText('Title')), isSeen(screen.getByText('What others see'))]).toEqual([true, true]);
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
});

it('in a narrow one a switch shows one of the two, and the typed text stays', async () => {
  await show(false);
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Bees' } });
  expect([isSeen(screen.getByLabelText('Title')), isSeen(screen.getByText('What others see'))]).toEqual([true, false]);
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect([isSeen(screen.getByLabelText('Title')), isSeen(screen.getByText('What others see'))]).toEqual([false, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Bees');
});

it('a part that the work asks for comes to the front, and can be asked for again later', async () => {
  const onEdit = vi.fn();
  const columns = (asked?: string) => (
    <PreviewColumns preview={<p>What others see</p>} asked={asked} onEdit={onEdit}>
      <p>The work</p>
    </PreviewColumns>
  );
  const { rerender } = render(columns());
  expect(isSeen(screen.getByText('The work'))).toBe(true);
  rerender(columns('lesson-1'));
  expect([isSeen(screen.getByText('The work')), isSeen(screen.getByText('What others see'))]).toEqual([false, true]);
  expect(document.activeElement?.textContent).toBe('What others see');
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(onEdit).toHaveBeenCalledTimes(1);
  rerender(columns());
  rerender(columns('lesson-1'));
  expect(isSeen(screen.getByText('What others see'))).toBe(true);
});

import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { CutText } from './cut-text.tsx';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['that is cut has a tooltip with the whole of it', 120, 'A very long name of a course'],
  ['that fits has none', 40, null],
])('a name %s', async (_what, height, title) => {
  await showScreen(
    <CutText>
      <a href="#one">A very long name of a course</a>
    </CutText>,
  );
  const box = screen.getByRole('link').parentElement!;
  vi.spyOn(box, 'scrollHeight', 'get').mockReturnValue(height);
  vi.spyOn(box, 'clientHeight', 'get').mockReturnValue(40);
  fireEvent.pointerEnter(box);
  expect(box.getAttribute('title')).toBe(title);
});

import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { Goals } from './goals.tsx';

it('DSH-05 the fields of a goal are behind one button', async () => {
  await showScreen(<Goals userId="u-1" goals={[]} courses={[]} />);
  const toggle = screen.getByRole('button', { name: 'Set a goal', expanded: false });
  expect(screen.queryByRole('textbox', { name: 'Minutes a week' })).toBeNull();
  fireEvent.click(toggle);
  expect(screen.getByRole('textbox', { name: 'Minutes a week' })).toBeTruthy();
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
});

it('a reached goal suggests a bigger one, and its button changes it', async () => {
  await showScreen(<Goals userId="u-1" goals={[{ kind: 'week', minutes: 150, done_minutes: 204 }]} courses={[]} />);
  expect(screen.getByText('Goal reached, well done! Ready for a bigger one?')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Change goals' })).toBeTruthy();
});

import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CheckButton } from './check-button.tsx';

it('a check before anything is chosen names what is missing, and checks nothing', () => {
  const onPress = vi.fn();
  const { rerender } = render(
    <CheckButton isChosen={false} onPress={onPress}>
      Check
    </CheckButton>,
  );
  const button = screen.getByRole('button', { name: 'Check' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.className).toContain('MuiButton-contained');
  fireEvent.click(button);
  expect(screen.getByRole('alert').textContent).toBe('Choose an answer first.');
  expect(onPress).not.toHaveBeenCalled();
  rerender(
    <CheckButton isChosen onPress={onPress}>
      Check
    </CheckButton>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(button);
  expect(onPress).toHaveBeenCalledOnce();
});

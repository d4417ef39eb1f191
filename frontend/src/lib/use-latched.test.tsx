import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLatched } from './use-latched.ts';

test('stays true after the first time', () => {
  const { result, rerender } = renderHook(useLatched, { initialProps: false });
  expect(result.current).toBe(false);
  rerender(true);
  expect(result.current).toBe(true);
  rerender(false);
  expect(result.current).toBe(true);
});

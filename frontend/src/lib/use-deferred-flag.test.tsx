import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDeferredFlag } from './use-deferred-flag.ts';

/** Renders the hook, and records the value of each render. */
function renderFlag(initialProps: boolean) {
  const told: boolean[] = [];
  const { rerender } = renderHook((value: boolean) => told.push(useDeferredFlag(value)), { initialProps });
  return { told, rerender };
}

test('is true from the first render on if the value is', () => {
  expect(renderFlag(true).told).toEqual([true]);
});

test('becomes true in a separate render, and false at once', () => {
  const { told, rerender } = renderFlag(false);
  rerender(true);
  expect(told).toEqual([false, false, true]);
  rerender(false);
  expect(told[3]).toBe(false);
  expect(told.slice(3)).not.toContain(true);
});

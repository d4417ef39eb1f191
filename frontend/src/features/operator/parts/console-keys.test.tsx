import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useConsoleKeys, useGoKeys } from './console-keys.ts';
import { OPERATOR_PLACES } from './console-places.ts';

let done: string[] = [];
beforeEach(() => void (done = []));

function Keys() {
  useGoKeys(({ id }) => done.push(`to ${id}`));
  useConsoleKeys({ a: () => done.push('act') > 0 }, true);
  return <input aria-label="Words" />;
}
const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key, code: `Key${key.toUpperCase()}` });

it('G and a letter open a section, and the letter has no other effect then', () => {
  render(<Keys />);
  press('a');
  press('g');
  press('a');
  press('a');
  press('g', screen.getByLabelText('Words'));
  press('a');
  expect(done).toEqual(['act', 'to alerts', 'act', 'act']);
});

it('every section has its own letter', () => {
  expect(new Set(OPERATOR_PLACES.map(({ key }) => key)).size).toBe(OPERATOR_PLACES.length);
});

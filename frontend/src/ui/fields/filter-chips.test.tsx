import { useState } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { chooseFilter } from '#frontend/testing/choose-filter.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { FilterChips, FilterMenu, FilterRow, FilterRows, FilterToggle } from './filter-chips.tsx';

const LEVELS = [
  { value: 'beginner', label: 'Beginner', count: 1200 },
  { value: 'advanced', label: 'Advanced', count: 3 },
] as const;
type Level = (typeof LEVELS)[number]['value'];

function Filters() {
  const [level, setLevel] = useState<Level | ''>('');
  const [own, setOwn] = useState<Level>('beginner');
  const [isMine, setMine] = useState(false);
  return (
    <>
      <FilterMenu label="Level" all="All" value={level} options={LEVELS} onChange={setLevel} />
      <FilterChips label="Own" value={own} options={LEVELS} onChange={setOwn} />
      <FilterToggle label="Mine" isOn={isMine} onChange={setMine} />
    </>
  );
}

it('a filter of many values is named by its subject and its current value, and can be removed', async () => {
  await showScreen(<Filters />);
  expect(screen.getByRole('button', { name: 'Level: All' }).textContent).toBe('Level ');
  chooseFilter('Level', 'Beginner 1,200');
  expect(screen.getByRole('button', { name: 'Level: Beginner' }).textContent).toBe('Beginner ');
  chooseFilter('Level', 'All');
  expect(screen.getByRole('button', { name: 'Level: All' })).toBeTruthy();
});

it('of a few values one is on, and says so', async () => {
  await showScreen(<Filters />);
  const on = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
  expect(on()).toEqual(['Beginner 1,200']);
  fireEvent.click(screen.getByRole('button', { name: 'Advanced 3' }));
  fireEvent.click(screen.getByRole('button', { name: 'Mine' }));
  expect(on()).toEqual(['Advanced 3', 'Mine']);
});

it('a row of chips that continues beyond the edge of a phone is faded on that side, until it is scrolled to its end', () => {
  let scrolled = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = Number(this.getAttribute('data-at'));
    return this.hasAttribute('data-at') ? new DOMRect(at - scrolled, 0, 100, 36) : new DOMRect(0, 0, 390, 44);
  });
  render(
    <FilterRows aria-label="Filter">
      <FilterRow data-testid="long">
        {[0, 300, 600].map((at) => (
          <span key={at} data-at={at} />
        ))}
      </FilterRow>
      <FilterRow data-testid="short">
        <span data-at={0} />
      </FilterRow>
    </FilterRows>,
  );
  const long = screen.getByTestId('long');
  expect([long.dataset['more'], screen.getByTestId('short').dataset['more']]).toEqual(['right', undefined]);
  scrolled = 320;
  fireEvent.scroll(long);
  expect(long.dataset['more']).toBe('left');
});

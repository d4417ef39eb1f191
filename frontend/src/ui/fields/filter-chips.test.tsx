import { useState } from 'react';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { chooseFilter } from '#frontend/testing/choose-filter.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { FilterChips, FilterMenu, FilterToggle } from './filter-chips.tsx';

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

it('a filter of many values is named by what it filters and by what applies, and can be taken away', async () => {
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

import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { labelledTicks, Waterfall } from './waterfall.tsx';
import { barRows, longestChain, stepWord, type DrawnStep } from './waterfall-rows.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 27, 16, 40, second)).toISOString();
const step = (
  key: string,
  job: string,
  label: string | null,
  [created, started, ended]: readonly [number, number, number],
  rest: Partial<DrawnStep> = {},
): DrawnStep => ({
  key,
  job,
  label,
  state: 'completed',
  service: 'claude',
  failed_at: [],
  created_at: at(created),
  started_at: at(started),
  finished_at: at(ended),
  ...rest,
});

const STEPS = [
  step('outline', 'draft-outline', null, [0, 0, 5]),
  step('research', 'research-topic', null, [0, 1, 4], { service: 'grok' }),
  step('write:b', 'write-lesson', '10.1 The crumb', [5, 9, 20]),
  step('write:a', 'write-lesson', '2.3 The long rise', [5, 6, 15]),
  step('review:b', 'review-lesson', '10.1 The crumb', [20, 21, 30], { service: 'gemini', failed_at: [at(24), at(27)] }),
  step('assemble', 'assemble-course', null, [30, 30, 31], { service: null }),
];

it('groups steps by lesson, in the order of the lessons, between the earlier and the later steps', () => {
  expect(barRows(STEPS).map(({ number, title, bars }) => [number, title, bars.map(({ word }) => word).join()])).toEqual([
    ['', 'Outline', 'outline'],
    ['', 'Research', 'research'],
    ['2.3', 'The long rise', 'write'],
    ['10.1', 'The crumb', 'write,check'],
    ['', 'Assembly', 'assembly'],
  ]);
});

it('names the chain of steps that determined the duration', () => {
  expect(longestChain(barRows(STEPS)).map(({ title }) => title)).toEqual(['Outline', 'The crumb', 'Assembly']);
});

it('names every job by its work', () => {
  expect(['write-cards', 'film-take', 'judge-text', 'unheard-of'].map(stepWord)).toEqual(['write', 'film', 'judge', 'unheard-of']);
});

it('describes itself in words, and opens the step with the most attempts', async () => {
  const chosen: string[] = [];
  await showScreen(<Waterfall rows={barRows(STEPS)} isLive={false} onChoose={(key) => chosen.push(key)} />);
  const row = screen.getAllByRole('listitem')[3]!;
  expect(row.textContent).toContain('check, Gemini, waited 1 s, worked 9 s, 2 attempts failed');
  expect(row.textContent).toContain('3 attempts');
  fireEvent.click(screen.getByRole('button', { name: /The crumb/ }));
  expect(chosen).toEqual(['review:b']);
  expect(screen.getByText('Longest chain: Outline, 10.1, Assembly')).toBeTruthy();
});

it('no labels of the axis overlap, however long the run was', () => {
  // a label takes up a sixth of the axis; beyond four fifths of it, the label stands before its line
  const room = 1 / 6;
  for (let seconds = 3; seconds < 2_000; seconds += 7) {
    const step = [1, 2, 5, 10, 15, 30, 60, 120, 300].find((one) => seconds / one <= 9)!;
    const ticks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, n) => n * step);
    const boxes = labelledTicks(ticks, seconds).map((at) => (at > 0.8 * seconds ? at / seconds - room : at / seconds));
    const gaps = boxes.slice(1).map((start, n) => start - boxes[n]!);
    expect(boxes.length, `${seconds} s`).toBeGreaterThan(0);
    for (const gap of gaps) expect(gap, `${seconds} s`).toBeGreaterThan(room - 1e-9);
  }
});

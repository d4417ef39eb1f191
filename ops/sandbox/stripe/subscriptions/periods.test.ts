import { expect, it } from 'vitest';
import { periodStart } from './periods.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const starts = (from: string, interval: 'day' | 'week' | 'month' | 'year', count: number, periods: number): string[] =>
  Array.from({ length: periods }, (_, n) =>
    new Date(periodStart(at(from), { interval, interval_count: count }, n) * 1000).toISOString().slice(0, 16),
  );

it('a month keeps its day and time, or ends on its last day', () => {
  expect(starts('2027-01-31T10:30:00Z', 'month', 1, 5)).toEqual([
    '2027-01-31T10:30',
    '2027-02-28T10:30',
    '2027-03-31T10:30',
    '2027-04-30T10:30',
    '2027-05-31T10:30',
  ]);
  expect(starts('2027-11-30T00:00:00Z', 'month', 3, 3)).toEqual(['2027-11-30T00:00', '2028-02-29T00:00', '2028-05-30T00:00']);
});

it('a year keeps its day; the 29th of February is the 28th in other years', () => {
  expect(starts('2028-02-29T12:00:00Z', 'year', 1, 5)).toEqual([
    '2028-02-29T12:00',
    '2029-02-28T12:00',
    '2030-02-28T12:00',
    '2031-02-28T12:00',
    '2032-02-29T12:00',
  ]);
});

it('days and weeks are of fixed length', () => {
  expect(starts('2027-01-31T10:30:00Z', 'week', 2, 2)).toEqual(['2027-01-31T10:30', '2027-02-14T10:30']);
  expect(starts('2027-12-31T10:30:00Z', 'day', 1, 2)).toEqual(['2027-12-31T10:30', '2028-01-01T10:30']);
});

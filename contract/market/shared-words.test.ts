import { expect, it } from 'vitest';
import { isAboutTheSame } from './shared-words.ts';

const course = (title: string, ...lessons: string[]) => ({
  title,
  modules: [{ title: 'Module 1', lessons: lessons.map((lesson) => ({ title: lesson })) }],
});

it.each([
  ['Bookkeeping for small firms', [], course('What a bookkeeper does')],
  ['Ledgers without fear', ['bookkeeping'], course('BOOKKEEPING')],
  ['Honey and wax', [], course('Bees on a balcony', 'Taking honey')],
  ['SQL in a week', [], course('Understanding SQL joins')],
  ['Économie', [], course('Economics of the firm')],
  ['統計学入門', [], course('統計学')],
])('%s is about its lessons', (title, tags, taught) => {
  expect(isAboutTheSame({ title, tags }, taught)).toBe(true);
});

it.each([
  ['Bookkeeping for beginners', ['ledger'], course('Statistics for beginners', 'Mean and median', 'Practice')],
  ['Introduction to bees', [], course('Introduction to Rome', 'What the senate was')],
  ['簿記', [], course('統計学')],
])('%s shares no significant word with other lessons', (title, tags, taught) => {
  expect(isAboutTheSame({ title, tags }, taught)).toBe(false);
});

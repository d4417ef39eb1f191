import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { namedIds } from './checklist.mjs';

describe('the checklist', () => {
  it.each([
    ["it('AUTH-08 login answers tokens and user')", ['AUTH-08']],
    ["it('CRS-08 CRS-10/CRS-11: saving')", ['CRS-08', 'CRS-10', 'CRS-11']],
    ["it('BLD-03…06 the options')", ['BLD-03', 'BLD-04', 'BLD-05', 'BLD-06']],
    ["it('A11Y-01 to A11Y-03, dark and light')", ['A11Y-01', 'A11Y-02', 'A11Y-03']],
    ["it('sends 2026-03-01 and UTF-8')", []],
  ])('finds the ids in %s', (text, ids) => {
    expect(namedIds(text)).toEqual(ids);
  });
});

describe('the register of decisions', () => {
  const read = (address: string) =>
    readFileSync(new URL(address, import.meta.url), 'utf8')
      .trim()
      .split('\n');
  const rows = read('checklist.txt').map((line) => line.split('\t'));
  const decisions = read('../../docs/decisions/register.md').flatMap((line) => {
    const [, id, matter = ''] = line.split('|').map((cell) => cell.trim());
    return id && /^[AG]\d+$/.test(id) ? [{ id, matter }] : [];
  });

  it('has every decision that the checklist names', () => {
    const named = rows.flatMap(([, ids = '']) => ids.split(' ').filter(Boolean));
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((id) => !decisions.some((one) => one.id === id))).toEqual([]);
  });

  it('is named by every row of the checklist that it is about', () => {
    const unnamed = decisions.flatMap(({ id, matter }) =>
      namedIds(matter)
        .filter((row) => rows.some(([own, ids = '']) => own === row && !ids.split(' ').includes(id)))
        .map((row) => `${row}: ${id}`),
    );
    expect(unnamed).toEqual([]);
  });
});

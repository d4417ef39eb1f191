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

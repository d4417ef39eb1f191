import { describe, expect, it } from 'vitest';
import { countedTests, namedIds, readChecklist } from './checklist.mjs';

describe('the checklist', () => {
  it('has 367 rows with ids that occur once, a text each, and decisions by their ids', () => {
    const rows = readChecklist();
    expect(rows).toHaveLength(367);
    expect(new Set(rows.map((row) => row.id)).size).toBe(367);
    for (const row of rows) {
      expect(row.id).toMatch(/^[A-Z][A-Z0-9]*-\d{2}$/);
      expect(row.decision, row.id).toMatch(/^([GA]\d{2})?$/);
      expect(row.text, row.id).not.toBe('');
    }
  });

  it('counts every test but this one, those of the checks too', () => {
    const files = ['ops/checks/arrows.test.ts', 'ops/checks/checklist.test.ts', 'frontend/src/app/a.test.tsx', 'domain/a/a.ts'];
    expect(countedTests(files)).toEqual(['ops/checks/arrows.test.ts', 'frontend/src/app/a.test.tsx']);
  });

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

import { expect, it } from 'vitest';
import { csvField, fromSpreadsheet, spreadsheetText } from './csv-field.ts';

it.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example")',
  '-12',
  '-1.5',
])('%j is a text to every spreadsheet, and reads back unchanged', (text) => {
  expect(spreadsheetText(text)).toBe(`'${text}`);
  expect(fromSpreadsheet(spreadsheetText(text))).toBe(text);
  expect(csvField(text)).toMatch(/^"?'/);
});

it('amounts, numbers, names and dates stay as they are, and are quoted where they must be', () => {
  for (const text of ['-12.00', '3', 'Ada', '2026-11-29', "O'Neill", '']) expect(csvField(text)).toBe(text);
  expect([csvField(-5), csvField(null), csvField('a,"b"\n')]).toEqual(['-5', '', '"a,""b""\n"']);
});

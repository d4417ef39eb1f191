import { expect, it } from 'vitest';
import { csvFile } from './csv.ts';

it('a CSV file is quoted, and a title that a spreadsheet would execute is text', async () => {
  const text = await csvFile([
    ['Subject', 'Cost'],
    ['Bread, "slow"', 0.14],
    ['=HYPERLINK("evil")', null],
    ['-5', -5],
  ]).text();
  expect(text.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
    '"Subject","Cost"',
    '"Bread, ""slow""","0.14"',
    `"'=HYPERLINK(""evil"")",""`,
    `"'-5","-5"`,
  ]);
});

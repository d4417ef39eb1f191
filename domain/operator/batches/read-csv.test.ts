import { expect, it } from 'vitest';
import { readCsv } from './selection.queries.ts';

const ID = '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a13';

it('reads no more lines of a list than a batch has courses, and no more columns than a table of courses has', () => {
  expect(() => readCsv('a\n'.repeat(20_000))).toThrow('at most 20,000 entries');
  expect(readCsv(`${'a\n'.repeat(19_998)}${ID}`)).toMatchObject({ bad: { length: 19_998 }, ids: new Map([[ID, { line: 19_999 }]]) });
  expect(readCsv(`course_id,title\n${ID}${',x'.repeat(500_000)}`).bad).toEqual([]);
  expect(readCsv(`${'title,'.repeat(20)}course_id\n${'x,'.repeat(20)}${ID}`).bad).toMatchObject([{ line: 1 }, { line: 2 }]);
});

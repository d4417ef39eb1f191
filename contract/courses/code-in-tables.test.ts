import { expect, it } from 'vitest';
import { mendTables } from './code-in-tables.ts';

const HEAD = '| Sign | Meaning |\n| --- | --- |\n';

it('a bar in code stays within its cell, in the head of a table and below it', () => {
  expect(mendTables(`${HEAD}| \`a|b\` | either |`)).toBe(`${HEAD}| \`a\\|b\` | either |`);
  expect(mendTables('| `a|b` | either |\n| --- | --- |')).toBe('| `a\\|b` | either |\n| --- | --- |');
});

it.each([
  ['a row with as many cells as its table', `${HEAD}| \`a\` | b |\n| \`a|b |`],
  ['a bar that is escaped already', `${HEAD}| \`a\\|b\` | either |`],
  ['a row that has too many cells even so', `${HEAD}| \`a|b\` | either | or |`],
  ['a table in a fence', `~~~\n${HEAD}| \`a|b\` | either |\n~~~`],
  ['lines that are no table', 'Type `a|b` first.\nThen `c|d`.\nThen `e|f|g`.'],
])('%s is left as it is', (_, markdown) => {
  expect(mendTables(markdown)).toBe(markdown);
});

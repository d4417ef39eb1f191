import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSecondCourse } from '#ops/sandbox/answers/read-library.ts';
import { parseLesson, writeLesson } from './lesson-tree.queries.ts';

/** A tree without positions, and without the distance between its blocks. */
const meaning = (text: string): unknown =>
  JSON.parse(JSON.stringify(parseLesson(text), (key, value: unknown) => (/^(?:position|data|spread)$/.test(key) ? undefined : value)));
const again = (text: string): string => writeLesson(parseLesson(text)).trimEnd();
/** Matches a character reference of a Chinese, Japanese or Korean character. */
const HIDDEN = /&#x(?:[2-9A-F][\dA-F]{3}|[\dA-F]{5});/;

const courses = (['chinese', 'japanese', 'korean'] as const).flatMap((language) =>
  readSecondCourse(language).lessons.map(({ title, sections }) => [`${language}: ${title}`, sections.join('\n\n')] as const),
);

it.each(courses)('a lesson is parsed as it reads: %s', (_title, content) => {
  const written = again(content);
  expect(meaning(written)).toEqual(meaning(content));
  expect(written).not.toMatch(/&#x/);
});

it.each([
  '日本語の**強調。**続き。',
  '这是**“重点”**的，**注意：**请看。',
  '한국어**(강조)**입니다',
  '这是~~“错误”~~的。',
  '- [ ] 日**「一」**を\n- [x] 二',
  '# 第**「一」**章',
  '日[^1]\n\n[^1]: 注**「意」**を',
])('emphasis beside Chinese, Japanese and Korean words is parsed as written: %s', (text) => {
  expect(again(text)).toBe(text);
});

it('a cell of a table has the same rule', () => {
  expect(again('| 日**「一」**を |\n|-|\n| 这~~“错”~~的 |')).toMatch(/^\| 日\*\*「一」\*\*を *\|\n\| -+ \|\n\| 这~~“错”~~的 *\|$/);
});

it('whatever marks are between such words, the tree is the same, and no word is a number', () => {
  const pieces = [
    '日本語',
    '「大事」',
    '。',
    '，',
    '한국어',
    '(강조)',
    '“引用”',
    '**',
    '**',
    '*',
    '~~',
    '`x`',
    '[리](https://a.example)',
    'A',
    '3',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 }), (list) => {
      const text = list.join('');
      const written = again(text);
      expect(meaning(written)).toEqual(meaning(text));
      expect(written).not.toMatch(HIDDEN);
    }),
    { seed: 79, numRuns: 400 },
  );
});

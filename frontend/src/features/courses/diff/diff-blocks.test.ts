import { describe, expect, it } from 'vitest';
import { changesIn, compareTexts, splitBlocks } from './diff-blocks.ts';
import { compareLessons, differs } from './lesson-parts.ts';
import { aLesson } from '../course.factory.ts';

const marked = (rows: ReturnType<typeof compareTexts>, side: 'before' | 'after') =>
  rows.flatMap((row) => (row[side] ?? []).filter(({ mark }) => mark !== 'same').map(({ text }) => text));

describe('comparing two texts', () => {
  it('splits into paragraphs, and keeps a fenced block whole', () => {
    expect(splitBlocks('One\n\nTwo\nstill two\n\n\n```js\na\n\nb\n```\n\nThree')).toEqual([
      'One',
      'Two\nstill two',
      '```js\na\n\nb\n```',
      'Three',
    ]);
    expect(splitBlocks('')).toEqual([]);
  });

  it('marks the words that changed within a paragraph, and leaves the rest', () => {
    const rows = compareTexts('Bees like a warm and quiet roof.\n\nThe end.', 'Bees like a sunny and quiet roof.\n\nThe end.');
    expect(rows.map(({ kind }) => kind)).toEqual(['changed', 'same']);
    expect(marked(rows, 'before')).toEqual(['warm']);
    expect(marked(rows, 'after')).toEqual(['sunny']);
  });

  it('knows a new paragraph from a changed one', () => {
    const rows = compareTexts(
      'A hive needs shade at noon.\n\nLast words.',
      'A hive needs shade at noon.\n\nQuite another thought.\n\nLast words.',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'added', 'same']);
    expect(changesIn(rows)).toBe(1);
  });

  it('sets paragraphs without anything in common side by side where one took the place of the other', () => {
    const [row] = compareTexts('Winter cluster.', 'Ordering a queen by post');
    expect(row).toMatchObject({ kind: 'changed', before: [{ mark: 'removed' }], after: [{ mark: 'added' }] });
  });

  it('does not cut one change into three at a stray word', () => {
    const rows = compareTexts(
      'One two three four five six: cold the wind, seven eight nine ten.',
      'One two three four five six: warm the sun, seven eight nine ten.',
    );
    expect(marked(rows, 'after')).toEqual(['warm the sun']);
  });

  it.each([
    ['Chinese', 'zh', '蜜蜂喜欢温暖安静的屋顶。', '蜜蜂喜欢凉爽安静的屋顶。'],
    ['Arabic', 'ar', 'ضع الخلية في مكان هادئ على السطح', 'ضع الخلية في مكان مشمس على السطح'],
  ])('finds words in %s too', (_name, language, before, after) => {
    const rows = compareTexts(before, after, language);
    expect(rows).toHaveLength(1);
    expect(marked(rows, 'before').join('').length).toBeLessThan(before.length / 2);
    expect([rows[0]!.before, rows[0]!.after].map((side) => side!.map(({ text }) => text).join(''))).toEqual([before, after]);
  });

  it('loses no character of either side', () => {
    const before = 'Alpha beta.\n\nGamma delta epsilon zeta.\n\n- one\n- two';
    const after = 'Alpha beta!\n\nGamma delta eta zeta.\n\nNew.\n\n- one\n- three';
    const rows = compareTexts(before, after);
    const side = (name: 'before' | 'after') =>
      rows.flatMap((row) => (row[name] ? [row[name].map(({ text }) => text).join('')] : [])).join('\n\n');
    expect([side('before'), side('after')]).toEqual([before, after]);
  });
});

describe('comparing two lessons', () => {
  it('names the parts that differ and leaves out the others', () => {
    const before = aLesson(0, 0);
    const after = aLesson(0, 0, { content: 'A city roof is warm and **windy**.', key_takeaways: [] });
    expect(compareLessons(before, after).map(({ name }) => name)).toEqual(['Text', 'Key takeaways']);
    expect(differs(before, after)).toBe(true);
  });

  it('marks, pins and notes are no difference', () => {
    expect(differs(aLesson(0, 0), aLesson(0, 0, { completed: true, pinned: true, notes: ['edited'] }))).toBe(false);
  });

  it('a lesson that is not on one side is new as a whole', () => {
    expect(compareLessons(null, aLesson(0, 0)).every(({ rows }) => rows.every(({ kind }) => kind === 'added'))).toBe(true);
  });
});

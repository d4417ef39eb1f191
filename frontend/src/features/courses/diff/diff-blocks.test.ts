import { describe, expect, it } from 'vitest';
import { aLesson } from '../course.factory.ts';
import { changesIn, compareBlocks, type DiffRow } from './diff-blocks.ts';
import { blocksOf, type Node } from './lesson-blocks.ts';
import { compareLessons, differs } from './lesson-parts.ts';

const compare = (before: string, after: string, language?: string) => compareBlocks(blocksOf(before), blocksOf(after), language);
const textOf = (node: Node): string =>
  node.type === 'text' ? node.value : node.type === 'element' ? node.children.map(textOf).join('') : '';
const find = (node: Node | null, isWanted: (tagName: string) => boolean): Node[] =>
  node?.type !== 'element' ? [] : isWanted(node.tagName) ? [node] : node.children.flatMap((child) => find(child, isWanted));
/** Returns the marked pieces of one side. */
const marked = (rows: readonly DiffRow[], side: 'before' | 'after') =>
  rows.flatMap((row) => find(row[side], (name) => name === 'ins' || name === 'del').map(textOf));
const kinds = (rows: readonly DiffRow[]) => rows.map(({ kind }) => kind);

describe('the blocks of a text', () => {
  it('are what a reader sees: complete tables, lists and code, nothing of the source', () => {
    const blocks = blocksOf(
      '## Roofs\n\nFive \\* stars, *dry*.\n\n| City | Bees |\n|---|---|\n| Oslo | 10 |\n\n```js\na\n\nb\n```\n\n- one\n- two',
    );
    expect(blocks.map(({ tagName }) => tagName)).toEqual(['h2', 'p', 'table', 'pre', 'ul']);
    const text = blocks.map(textOf).join('\n');
    expect(text).toContain('Five * stars, dry.');
    expect(text).not.toMatch(/[#|\\`]|--/);
    expect(blocksOf('')).toEqual([]);
  });

  it('show text that looks like HTML as it was written, and describe pictures in words', () => {
    expect(blocksOf('<script>x()</script>\n\nA ![roof](https://evil.example/x.png)').map(textOf)).toEqual([
      '<script>x()</script>',
      'A [Picture: roof]',
    ]);
  });
});

describe('comparing two texts', () => {
  it('is bounded: two long texts without a common line are shown whole, every block of both', () => {
    const text = (word: string) => Array.from({ length: 600 }, (_, n) => `${word} ${n}`).join('\n\n');
    const rows = compare(text('old'), text('new'));
    expect(rows.filter(({ before }) => before)).toHaveLength(600);
    expect(rows.filter(({ after }) => after)).toHaveLength(600);
  });

  it('marks the words that changed within a paragraph, and leaves the rest', () => {
    const rows = compare('Bees like a warm and quiet roof.\n\nThe end.', 'Bees like a sunny and quiet roof.\n\nThe end.');
    expect(kinds(rows)).toEqual(['changed', 'same']);
    expect([marked(rows, 'before'), marked(rows, 'after')]).toEqual([['warm'], ['sunny']]);
  });

  it('marks in a table only the cells that changed, and the table stays one', () => {
    const table = (bees: string) => `| City | Bees | Roof |\n|---|---|---|\n| Oslo | ${bees} | flat |\n| Rome | 30 | steep |`;
    const rows = compare(table('10'), table('12'));
    expect([marked(rows, 'before'), marked(rows, 'after')]).toEqual([['10'], ['12']]);
    expect(find(rows[0]!.after, (name) => name === 'td').map(textOf)).toEqual(['Oslo', '12', 'flat', 'Rome', '30', 'steep']);
    expect(find(rows[0]!.after, (name) => name === 'tr').flatMap((row) => find(row, (name) => name === 'ins'))).toHaveLength(1);
  });

  it('a cell between two changed ones is not marked with them', () => {
    const rows = compare('| a1 | b | c1 |\n|---|---|---|\n| x | y | z |', '| a2 | b | c2 |\n|---|---|---|\n| x | y | z |');
    expect([marked(rows, 'before'), marked(rows, 'after')]).toEqual([
      ['a1', 'c1'],
      ['a2', 'c2'],
    ]);
  });

  it('a word with different formatting is marked: it reads differently', () => {
    const rows = compare('A city roof is warm and dry.', 'A city roof is warm and **dry**.');
    expect([marked(rows, 'before'), marked(rows, 'after')]).toEqual([['dry'], ['dry']]);
    expect(marked(compare('See [here](https://a.example).', 'See [here](https://b.example).'), 'after')).toEqual(['here']);
    expect(marked(compare('One thought.', '## One thought.'), 'after')).toEqual(['One thought.']);
    expect(marked(compare('- [ ] Feed them', '- [x] Feed them'), 'after')).toHaveLength(1);
  });

  it('a different notation in the source reads the same', () => {
    expect(kinds(compare('* one\n* two\n\n_dry_ and \\# fine', '- one\n- two\n\n*dry* and # fine'))).toEqual(['same', 'same']);
    expect(kinds(compare('A List\\<String>', 'A List<String>'))).toEqual(['same']);
    expect(kinds(compare('One line\nand another', 'One line and another'))).toEqual(['same']);
  });

  it('the language of a code block and the title of a link are invisible', () => {
    expect(kinds(compare('```js\na\n```', '```ts\na\n```'))).toEqual(['same']);
    expect(kinds(compare('[a](https://a.example "one")', '[a](https://a.example "two")'))).toEqual(['same']);
    expect(marked(compare('```\na\nb\n```', '```\na b\n```'), 'after')).not.toEqual([]);
  });

  it('a different first number of a list, and a different alignment of a column, are marked', () => {
    expect(marked(compare('1. Feed them', '3. Feed them'), 'after')).toEqual(['Feed them']);
    expect(marked(compare('| a |\n|---|\n| b |', '| a |\n|--:|\n| b |'), 'after')).toEqual(['a', 'b']);
  });

  it('a term in angle brackets is compared like any word', () => {
    expect([
      marked(compare('Use a List<String> here.', 'Use a List<Long> here.'), 'before'),
      marked(compare('Use a List<String> here.', 'Use a List<Long> here.'), 'after'),
    ]).toEqual([['String'], ['Long']]);
  });

  it('the lesson’s own struck-through words are not mistaken for removed ones', () => {
    const [row] = compare('~~Old~~ new roof', '~~Old~~ new roof');
    expect(find(row!.after, (name) => name === 'del')).toEqual([]);
    expect(find(row!.after, (name) => name === 's').map(textOf)).toEqual(['Old']);
  });

  it('distinguishes a new paragraph from a changed one', () => {
    const rows = compare(
      'A hive needs shade at noon.\n\nLast words.',
      'A hive needs shade at noon.\n\nQuite another thought.\n\nLast words.',
    );
    expect(kinds(rows)).toEqual(['same', 'added', 'same']);
    expect(changesIn(rows)).toBe(1);
  });

  it('puts paragraphs without anything in common side by side if one replaced the other', () => {
    const rows = compare('Winter cluster.', 'Ordering a queen by post');
    expect(kinds(rows)).toEqual(['replaced']);
    expect([marked(rows, 'before'), marked(rows, 'after')]).toEqual([['Winter cluster.'], ['Ordering a queen by post']]);
  });

  it('does not split one change into three at a stray word', () => {
    const rows = compare(
      'One two three four five six: cold the wind, seven eight nine ten.',
      'One two three four five six: warm the sun, seven eight nine ten.',
    );
    expect(marked(rows, 'after')).toEqual(['warm the sun']);
  });

  it.each([
    ['Chinese', 'zh', '蜜蜂喜欢温暖安静的屋顶。', '蜜蜂喜欢凉爽安静的屋顶。'],
    ['Arabic', 'ar', 'ضع الخلية في مكان هادئ على السطح', 'ضع الخلية في مكان مشمس على السطح'],
  ])('finds words in %s too', (_name, language, before, after) => {
    const rows = compare(before, after, language);
    expect(rows).toHaveLength(1);
    expect(marked(rows, 'before').join('').length).toBeLessThan(before.length / 2);
    expect([textOf(rows[0]!.before!), textOf(rows[0]!.after!)]).toEqual([before, after]);
  });

  it('loses no word of either side', () => {
    const before = 'Alpha beta.\n\nGamma *delta* epsilon zeta.\n\n- one\n- two\n\n> Said [so](https://a.example) twice';
    const after = 'Alpha beta!\n\nGamma delta eta zeta.\n\nNew.\n\n- one\n- three\n\n> Said [so](https://a.example) thrice';
    const rows = compare(before, after);
    const side = (name: 'before' | 'after') => rows.flatMap((row) => (row[name] ? [textOf(row[name])] : []));
    expect([side('before'), side('after')]).toEqual([blocksOf(before).map(textOf), blocksOf(after).map(textOf)]);
  });
});

describe('comparing two lessons', () => {
  it('names the parts that differ and leaves out the others', () => {
    const before = aLesson(0, 0);
    const after = aLesson(0, 0, { content: 'A city roof is warm and **windy**.', key_takeaways: [] });
    expect(compareLessons(before, after).map(({ name }) => name)).toEqual(['Text', 'Key takeaways']);
    expect(differs(before, after)).toBe(true);
  });

  it('a name in a text from right to left stays in one piece although a part of it has changed', () => {
    const [text] = compareLessons(
      aLesson(0, 0, { content: 'النوع List<String> هنا' }),
      aLesson(0, 0, { content: 'النوع List<Long> هنا' }),
      {
        lang: 'ar',
        dir: 'rtl',
      },
    );
    expect([marked(text!.rows, 'after'), textOf(text!.rows[0]!.after!)]).toEqual([['Long'], 'النوع List<Long>\u200e هنا']);
  });

  it('marks, pins and notes are no difference', () => {
    expect(differs(aLesson(0, 0), aLesson(0, 0, { completed: true, pinned: true, notes: ['edited'] }))).toBe(false);
  });

  it('a question that was moved, has another purpose, or different feedback differs; an old one does not', () => {
    const quizOf = (place: object, feedback?: string) =>
      aLesson(0, 0, {
        quiz: [
          {
            id: 'q',
            question: 'What harms them?',
            options: [
              { id: 'a', text: 'Draught' },
              { id: 'b', text: 'Shade', ...(feedback && { feedback }) },
            ],
            answer_id: 'a',
            explanation: 'It cools them.',
            ...place,
          },
        ],
      });
    const old = quizOf({});
    expect(differs(old, quizOf({ purpose: 'check' }))).toBe(false);
    for (const changed of [quizOf({ after: 2 }), quizOf({ purpose: 'predict' }), quizOf({}, 'They seek it.')]) {
      expect(compareLessons(old, changed).map(({ name }) => name)).toEqual(['Quiz']);
      expect(differs(old, changed)).toBe(true);
    }
  });

  it('a lesson that is missing on one side is new as a whole', () => {
    expect(compareLessons(null, aLesson(0, 0)).every(({ rows }) => rows.every(({ kind }) => kind === 'added'))).toBe(true);
  });
});

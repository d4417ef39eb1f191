import { describe, expect, it } from 'vitest';
import { readLibrary } from '#ops/sandbox/answers/read-library.ts';
import { checkWhole } from './check-lesson.ts';

const texts = (content: string) => checkWhole(content).map(({ text }) => text);

describe('a text of a service', () => {
  it.each([
    ['is broken off', 'Bees dance. They also know how to', /middle of a sentence/],
    ['is broken off in a clause', 'Bees dance, and,', /middle of a sentence/],
    ['announces what does not come', 'The rules are as follows:', /middle of a sentence/],
    ['is broken off in Chinese', '蜜蜂跳舞。它们也知道如何', /middle of a sentence/],
    ['is broken off in Hindi', 'मधुमक्खियाँ नाचती हैं। वे यह भी', /middle of a sentence/],
    ['is broken off in Arabic', 'النحل يرقص. وهو يعرف أيضا كيف', /middle of a sentence/],
    ['is broken off in a point', '- Open it.\n- Look.\n- Close it.\n- Write down what you', /middle of a sentence/],
    ['ends with a heading', 'Bees dance.\n\n## Why', /heading/],
    ['has an open fence', 'Run it.\n\n```js\nlet a = 1;\n', /fence/],
    ['has an open fence in a list', '- Run it.\n  ```js\n  let a = 1;\n\nEnd.', /fence/],
    ['has an open formula', 'So\n\n$$\nE = mc^2\n\nThat is it.', /\$\$/],
    ['has an open formula in brackets', 'So\n\n\\[\nE = mc^2\n\nThat is it.', /\$\$/],
    ['has open bold', 'This is **very important.\n\nThe end.', /\*\*/],
    ['has open bold in Japanese', 'これは**重要です。\n\n終わり。', /\*\*/],
    ['has open bold in a point', '- **One: first.\n- **Two**: second.', /\*\*/],
    ['has a bar in the sentence that breaks off', 'See.\n\nThe probability P(A|B) means that we', /middle of a sentence/],
    ['has an open table', 'See.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3', /table/],
    ['has a row with too few cells at its end', 'See.\n\n| a | b | c |\n|---|---|---|\n| 1 | 2 |', /table/],
    ['is broken off in the address of a link', 'Bees dance. See [the guide](https://example.org/be', /middle of a sentence/],
    ['is broken off behind the mark of a point', '1. Open it.\n2. Look.\n3.', /middle of a sentence/],
    ['has a table of a head only', 'See.\n\n| a | b |\n|---|---|', /table/],
  ])('that %s is a problem', (_, content, fault) => {
    expect(texts(content)).toEqual([expect.stringMatching(fault)]);
  });

  it.each([
    'Bees dance.',
    'He said “look!”',
    'Is it *so?*',
    'Say it (once).',
    'Good luck! 🎉',
    '蜜蜂跳舞。',
    '「そうです。」',
    'मधुमक्खियाँ नाचती हैं।',
    'هل يرقص النحل؟',
    'Fifty thousand live there.[^1]',
    'Run `npm start`',
    'So it is $x^2$',
    'Read [this](https://a.example)',
    'Read https://a.example/b',
    'See.\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    'See.\n\na | b\n--|--\n1 | 2',
    '- a smoker\n- a veil\n- gloves',
    '1. Open **it**\n2. Look',
    'Run.\n\n```js\nlet a = `**`;\n```',
    'It is 2**3, or 2 ** 3, as `a ** b`.',
    'A ***very*** **good** one, \\** too.\n\n***\n\nEnd.',
    'It costs $5.\n\n$$\nx = 1\n$$',
    '~~~~\n```\n~~~~\n\nEnd.',
  ])('is complete: %j', (content) => {
    expect(texts(content)).toEqual([]);
  });

  it('is complete in every lesson of the library', () => {
    const lessons = readLibrary().flatMap(({ slug, lessons: all }) =>
      all.map(({ file, sections }) => ({ name: `${slug}/${file}`, text: sections.join('\n\n') })),
    );
    expect(lessons.length).toBeGreaterThan(100);
    expect(lessons.filter(({ text }) => texts(text).length > 0).map(({ name, text }) => [name, texts(text)])).toEqual([]);
  });
});

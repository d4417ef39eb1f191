import { describe, expect, it } from 'vitest';
import { parseLesson } from './lesson-tree.queries.ts';
import { readLibrary, readSecondCourse, secondLanguages } from '#ops/sandbox/answers/read-library.ts';
import { closeNestedFences } from '#contract/courses/nested-fences.ts';

/** The parts that a reader sees: headings, and the first line of each code block with its number of lines. */
const outline = (markdown: string): string[] =>
  parseLesson(markdown).flatMap((block) => {
    if (block.type === 'heading') return [`# ${block.children.map((child) => ('value' in child ? child.value : '')).join('')}`];
    return block.type === 'code' ? [`${block.lang ?? ''}: ${block.value.split('\n').length}`] : [];
  });

describe('a fence inside a fence of the same length is closed at the intended place', () => {
  it.each<[string, string, string[]]>([
    ['a file of Markdown with code', '```markdown\n# T\n```python\nx\n```\nMore\n```\n\n## Next', ['markdown: 5', '# Next']],
    ['its end right behind the inner one', '```md\n```js\na\n```\n```\n\n## Next', ['md: 3', '# Next']],
    ['two blocks in it', '```md\n```js\na\n```\nand\n```sh\nb\n```\n```\n\n## Next', ['md: 7', '# Next']],
    ['no language outside, as prompts are shown', '```\nYou answer:\n```json\n{}\n```\nEnd.\n```\n\n## Next', [': 5', '# Next']],
    ['a text within code', '```python\nprompt = """\n```json\n{}\n```\n"""\n```\n\n## Next', ['python: 5', '# Next']],
    ['tildes', '~~~md\n~~~js\na\n~~~\n~~~\n\n## Next', ['md: 3', '# Next']],
    ['a longer one inside', '```md\n````js\na\n````\n```\n\n## Next', ['md: 3', '# Next']],
    ['indented a little', '```md\n1. Step\n   ```sh\n   ls\n   ```\n```\n\n## Next', ['md: 4', '# Next']],
    ['another block of code behind it', '```md\n```js\na\n```\n```\n\n## Next\n\n```py\nb\n```', ['md: 3', '# Next', 'py: 1']],
    ['twice', '```md\n```js\na\n```\n```\n\n## Next\n\n```md\n```js\na\n```\n```\n\n## End', ['md: 3', '# Next', 'md: 3', '# End']],
    ['with ends of Windows', '```md\r\n```js\r\na\r\n```\r\n```\r\n\r\n## Next', ['md: 3', '# Next']],
  ])('%s', (_name, text, read) => {
    expect(outline(text)).not.toEqual(read);
    const mended = closeNestedFences(text);
    expect(outline(mended)).toEqual(read);
    expect(closeNestedFences(mended)).toBe(mended);
  });

  it('in a list and in a quotation, whose text goes on', () => {
    expect(closeNestedFences('1. A\n\n   ```md\n   ```sh\n   ls\n   ```\n   ```\n2. B')).toBe(
      '1. A\n\n   ````md\n   ```sh\n   ls\n   ```\n   ````\n2. B',
    );
    expect(closeNestedFences('> ```md\n> ```sh\n> ```\n> ```\n\n## Next')).toBe('> ````md\n> ```sh\n> ```\n> ````\n\n## Next');
  });
});

describe('a complete text stays as it is', () => {
  it.each([
    ['a longer fence outside', '````md\n```js\na\n```\n````\n\n## Next'],
    ['a wrong sample in a longer fence', '````md\n```md\n```js\n```\n```\n````'],
    ['other marks outside', '~~~md\n```js\na\n```\n~~~'],
    ['how a block begins', '```md\n```js\n```\n\nText.\n\n```py\nx\n```'],
    ['the same before a block without a language', '```md\n```js\n```\n\nText.\n\n```\nbare\n```\n\n## Next'],
    ['an end that is missing', '```md\n```js\na\n```\n\n## Next'],
    ['a text that breaks off', '```md\n```js\na'],
    ['blocks one after the other', '```js\na\n```\n```\nb\n```\n```py\nc\n```'],
    ['marks within a line', 'Write ```js to begin.\n\n```\na\n```'],
  ])('%s', (_name, text) => expect(closeNestedFences(text)).toBe(text));

  it('every lesson of the library', () => {
    const courses = [...readLibrary(), ...secondLanguages().map((language) => readSecondCourse(language))];
    const texts = courses.flatMap(({ lessons }) => lessons.map(({ sections }) => sections.join('\n\n')));
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => closeNestedFences(text) !== text)).toEqual([]);
  });
});

import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { describe, expect, it } from 'vitest';
import { LESSON_SYNTAX } from './lesson-syntax.ts';
import { sectionsOf } from './sections.ts';

const words = 'Wind is worse than cold, so stand the hive behind a wall and look at it once a week. '.repeat(4).trim();
const htmlOf = (markdown: string) => renderToStaticMarkup(<Markdown {...LESSON_SYNTAX}>{markdown}</Markdown>);
const inSections = (markdown: string) => sectionsOf(markdown).map(htmlOf).join('\n');

describe('the sections of a text', () => {
  it('read as the whole does: headings, lists with paragraphs, tables, code with headings in it, quotations', () => {
    const text = [
      `## One\n\n${words}\n\n- a point\n\n  its second paragraph ${words}\n\n- another\n\n${words}`,
      `### Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${words}`,
      `\`\`\`bash\n${words}\n\n# no heading\n\nno paragraph ${words}\n\`\`\`\n\nAfter it. ${words}`,
      `> quoted ${words}\n\n> quoted again\n\n1. first\n\n   \n2. second\n\n**Bold** ${words}\n\nThe end, <b>as written</b>. ${words}`,
    ].join('\n\n');
    expect(sectionsOf(text).length).toBeGreaterThan(4);
    expect(sectionsOf(text).join('\n')).toBe(text);
    expect(inSections(text)).toBe(htmlOf(text));
  });

  it('are one where syntax spans several: definitions, footnotes, unclosed HTML, an indented fence', () => {
    for (const part of ['[a]: https://example.com', '[^1]: a note', '<!-- a', '<pre>', '  ```\n  code\n  ```']) {
      const text = `${words}\n\n${part}\n\n${words}\n\n${words}\n\nSee [a][a].`;
      expect(sectionsOf(text), part).toEqual([text]);
    }
  });

  it('do not part a formula over several lines, and a short text stays whole', () => {
    const formula = `${words}\n\n$$\nx = 1\n\ny = ${words}\n$$`;
    expect(sectionsOf(`${formula}\n\n${words}`)[0]).toBe(`${words}\n`);
    expect(sectionsOf(`${formula}\n\n${words}`)[1]).toContain('$$\nx = 1');
    expect(sectionsOf(`${formula}\n\n${words}`)[1]?.match(/\$\$/g)).toHaveLength(2);
    expect(sectionsOf('One.\n\nTwo.')).toEqual(['One.\n\nTwo.']);
  });
});

import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { describe, expect, it } from 'vitest';
import { LESSON_SYNTAX } from './lesson-syntax.ts';
import { piecesOf } from '#contract/courses/text-pieces.ts';

const words = 'Wind is worse than cold, so stand the hive behind a wall and look at it once a week. '.repeat(4).trim();
const htmlOf = (markdown: string) => renderToStaticMarkup(<Markdown {...LESSON_SYNTAX}>{markdown}</Markdown>);
const inPieces = (markdown: string) => piecesOf(markdown).map(htmlOf).join('\n');

describe('the pieces of a text', () => {
  it('read like the whole: headings, lists with paragraphs, tables, code with headings in it, quotations', () => {
    const text = [
      `## One\n\n${words}\n\n- a point\n\n  its second paragraph ${words}\n\n- another\n\n${words}`,
      `### Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${words}`,
      `\`\`\`bash\n${words}\n\n# no heading\n\nno paragraph ${words}\n\`\`\`\n\nAfter it. ${words}`,
      `> quoted ${words}\n\n> quoted again\n\n1. first\n\n   \n2. second\n\n**Bold** ${words}\n\nThe end, <b>as written</b>. ${words}`,
    ].join('\n\n');
    expect(piecesOf(text).length).toBeGreaterThan(4);
    expect(piecesOf(text).join('\n')).toBe(text);
    expect(inPieces(text)).toBe(htmlOf(text));
  });

  it('are one if syntax spans several: definitions, footnotes, unclosed HTML, an indented fence', () => {
    for (const part of ['[a]: https://example.com', '[^1]: a note', '<!-- a', '<pre>', '  ```\n  code\n  ```']) {
      const text = `${words}\n\n${part}\n\n${words}\n\n${words}\n\nSee [a][a].`;
      expect(piecesOf(text), part).toEqual([text]);
    }
  });

  it('do not split a formula over several lines, and a short text stays whole', () => {
    const formula = `${words}\n\n$$\nx = 1\n\ny = ${words}\n$$`;
    expect(piecesOf(`${formula}\n\n${words}`)[0]).toBe(`${words}\n`);
    expect(piecesOf(`${formula}\n\n${words}`)[1]).toContain('$$\nx = 1');
    expect(piecesOf(`${formula}\n\n${words}`)[1]?.match(/\$\$/g)).toHaveLength(2);
    expect(piecesOf('One.\n\nTwo.')).toEqual(['One.\n\nTwo.']);
  });
});

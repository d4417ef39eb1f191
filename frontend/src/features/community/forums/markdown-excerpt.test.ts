import { expect, it } from 'vitest';
import { markdownExcerpt } from './post-list.tsx';

it('a preview has the words of a Markdown text without its marks, and leaves other characters alone', () => {
  const text = '# Bread\n\nIt still **collapses**:\n\n- `250 °C`\n1. [a stone](https://example.org)\n\n> Why?\n\n```js\nrise()\n```\n';
  expect(markdownExcerpt(text)).toBe('Bread It still collapses: 250 °C 1. a stone Why? rise()');
  expect(markdownExcerpt('2 * 3 * 4 is snake_case_here, isn’t it?')).toBe('2 * 3 * 4 is snake_case_here, isn’t it?');
});

it('a preview keeps whole formulas on the line, and none that is cut off at its end', () => {
  expect(markdownExcerpt('It is\n\n$$\n\\frac{a}{b}\n$$\n\nor `$x^2$`')).toBe('It is $\\frac{a}{b}$ or $x^2$');
  expect(markdownExcerpt('Since $x$ is $\\frac{1}{1 +')).toBe('Since $x$ is …');
});

import { describe, expect, it } from 'vitest';
import { shieldMarkdown } from './shield.ts';

describe('protected text in a line of Markdown', () => {
  it.each([
    ['code', 'Use `map` here', ['`map`']],
    ['code with backticks in it', 'Use ``a ` b`` here', ['``a ` b``']],
    ['a formula', 'So $a^2 + b^2$ it is', ['$a^2 + b^2$']],
    ['the target of a link', 'See [bees](https://example.com/a_(b) "Bees")', ['](https://example.com/a_(b) "Bees")']],
    ['a footnote', 'Bees dance[^12]', ['[^12]']],
    ['a tag and an entity', '<b>Bees</b> &amp; wasps', ['<b>', '</b>', '&amp;']],
  ])('%s', (_what, line, shielded) => {
    expect(shieldMarkdown(line).shielded).toEqual(shielded);
  });

  // in time that grows with the square of the length, each of these takes longer than a test may
  it.each(['`', '` ', '```', '\\(', '[^a', '$a', '](', '<a '])('is found where %j has no end, in 240,000 characters of it', (opening) => {
    const line = opening.repeat(240_000 / opening.length);
    const { text, shielded } = shieldMarkdown(line);
    expect(text.replaceAll(/⟦(\d+)⟧/g, (_, number: string) => shielded[Number(number)]!)).toBe(line);
  });
});

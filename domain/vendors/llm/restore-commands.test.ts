import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { parseAnswer } from './parse-answer.ts';

/** Every command in KaTeX's own source. Accents of one letter (`\t`) come before braces that no formula has. */
const source = readFileSync(createRequire(import.meta.url).resolve('katex/dist/katex.mjs'), 'utf8');
const COMMANDS = [...new Set([...source.matchAll(/["'`]\\\\([a-zA-Z]{2,})["'`]/g)].map(([, name]) => name!))];
const LOSSY = COMMANDS.filter((name) => /^[bfnrtu]/.test(name));

const schema = z.object({ content: z.string() });
/** Reads a text that a model wrote into JSON with one backslash where two are needed. Its line breaks are correct. */
function through(content: string): string {
  const answer = parseAnswer(`{"content": "${content.replaceAll('\n', '\\n')}"}`, schema);
  if (!answer.ok) throw new Error(`${content}: ${answer.detail}`);
  return answer.value.content;
}

describe('a LaTeX command that was written into JSON with one backslash too few', () => {
  it('is one of more than three hundred', () => {
    expect(COMMANDS.length).toBeGreaterThan(900);
    expect(LOSSY.length).toBeGreaterThan(270);
  });

  it.each([
    ['alone in a formula', (name: string) => `So $\\${name}$ it is.`],
    ['after a sign', (name: string) => `So $a=\\${name} b$ it is.`],
    ['before a brace', (name: string) => `So $x^{\\${name}{2}}$ it is.`],
    ['with others', (name: string) => `So $\\alpha \\${name} \\frac{1}{2}$ it is.`],
    ['in a block on one line', (name: string) => `So\n\n$$\\${name} = x$$\n\nit is.`],
    ['in a block', (name: string) => `So\n\n$$\nx + \\${name} = 1\n$$\n\nit is.`],
    ['between brackets', (name: string) => `So \\(x \\${name} y\\) and \\[x \\${name} y\\]`],
  ])('is restored %s', (_, write) => {
    expect(COMMANDS.filter((name) => through(write(name)) !== write(name))).toEqual([]);
  });

  it.each([
    '$$\nu = 3\n$$',
    '$$\nx = 1 \\\\\\\\\nu = 3\n$$',
    'They cost $5 a piece\nless $3.',
    'It costs $5\nnot $6',
    'One.\nne pas. u\ni',
    '```go\nif x {\n\treturn to\n}\n```',
    '- one\n- two\n\n| a | b |\n|---|---|\n| $x$ | $y$ |\nu',
  ])('is not found in %j', (content) => {
    expect(through(content.replaceAll('\t', '\\t'))).toBe(content.replaceAll('\\\\\\\\', '\\\\'));
  });

  it('is not a tab in a table or in code', () => {
    expect(through('a\\tan apple, `x\\tau`, one\\ttwo')).toBe('a\tan apple, `x\tau`, one\ttwo');
  });
});

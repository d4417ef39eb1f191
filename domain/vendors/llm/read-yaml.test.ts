import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readYaml } from './read-yaml.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

const LEAF = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ09 :#-"\'\\\n\t{}[],&*!|>%@`?é蜂'), maxLength: 30 }),
  fc.constantFrom(
    'Bees dance because they mean it, and they do so at noon under clouds, every day of the long and warm summer.',
    '',
    'yes',
    '1.5',
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const { document } = fc.letrec((tie) => ({
  document: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    LEAF,
    fc.array(tie('document'), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), tie('document'), { maxKeys: 4 }),
  ),
}));

describe('YAML', () => {
  it('that a library writes is read as intended, or not at all', () => {
    let read = 0;
    fc.assert(
      fc.property(
        document,
        fc.constantFrom(0, 40, 80),
        fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'),
        (value, lineWidth, type) => {
          const value2 = { content: value };
          const text = stringify(value2, { lineWidth, defaultStringType: type as 'PLAIN' });
          const found = readYaml(text);
          if (found === undefined) return;
          read += 1;
          expect(found, text).toEqual(value2);
        },
      ),
      { numRuns: 600 },
    );
    expect(read).toBeGreaterThan(540);
  });

  it('keeps the line breaks at the end of a block that asks for them, also at the end of the text', () => {
    for (const rest of ['', 'b: 1\n']) expect(readYaml(`a: |+\n  x\n\n${rest}`)).toEqual(parse(`a: |+\n  x\n\n${rest}`));
    expect(readYaml('a: |+\n  x')).toEqual({ a: 'x\n' });
  });

  it.each([
    'a: 1\na: 2',
    'a: [1, 2',
    'a: "x',
    "a: 'x",
    'a: &x 1\nb: *x',
    'a: !!str 1',
    'a: x: y',
    'a:\n\t- b',
    'a: 1\n---\nb: 2',
    'a: "x" y',
    'a: b\n   c: d',
    'a:\n  - b\n c: d',
    '%YAML 1.2\n---\na: 1',
  ])('with an error, or more than a document, is rejected: %j', (text) => expect(readYaml(text)).toBeUndefined());

  it.each([
    'a: b # c\nd: e#f',
    'a:\n- b\n- c: d\n  e: f\n- - g\n  - h',
    '# first\n---\na: |-\n  b\n    c\n\n  d\ne: >\n  f\n  g\n\n  h\n',
    'a: "b \\\n  c\n\n  d \\u00e9"',
    "a: 'it''s'\nb: [c, 1, true]\n\"d e\": {}\n",
    'a: |2\n    b\n   c\n',
    'a: b\n  c\n\n  d\ne:\n',
  ])('equals the library’s result: %j', (text) => expect(readYaml(text)).toEqual(parse(text)));

  it('takes no more than linear time', () => {
    const signs =
      'a |a: b\n|- a\n|- |"|" |\'|[|[a,|{a: |? a\n|&a |*a |!a |# x\n|>\n|a:\n|a: |\n|: |\n|\n |\t|\\|"a"\n|a: [\n|- a: b\n|[], |```yaml\n'.split(
        '|',
      );
    const starts = ['content: ', 'content: |\n  ', 'content:\n  ', 'content: "', "content: '", 'content: [', 'content:\n  - '];
    for (const sign of [...signs, '|', '|\n'])
      for (const start of starts) {
        const text = `${start}${sign.repeat(Math.ceil(60_000 / (sign.length || 1)))}\nobjectives: [a]\n`;
        expect(
          leastProcessorMs(() => readYaml(text), 50),
          JSON.stringify([start, sign]),
        ).toBeLessThan(50);
      }
  });
});

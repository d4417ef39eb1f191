import { describe, expect, it } from 'vitest';
import { parseJson } from './json-text.ts';

const BOUNDS = { depth: 5, values: 10, names: 4 };
const parse = (text: string) => parseJson(text, BOUNDS);

describe('a JSON text', () => {
  it.each([
    ['{"a":[1,{"b":"}]:,{["}],"c":"\\"[[[[[[\\\\"}', { a: [1, { b: '}]:,{[' }], c: '"[[[[[[\\' }],
    ['[[[[[5]]]]]', [[[[[5]]]]]],
    [' "text" ', 'text'],
  ])('within its limits is parsed: %s', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each([
    ['nested too deeply', '[[[[[[]]]]]]', 'validation.failed'],
    ['nested too deeply by far', `${'{"a":'.repeat(100_000)}1`, 'validation.failed'],
    ['of too many values', '[1,2,3,4,5,6,7,8,9,10,11]', 'validation.failed'],
    ['of too many names', '{"a":1,"b":2,"c":3,"d":4,"e":5}', 'validation.failed'],
    ['broken', '{"a":', 'body.malformed'],
    ['none', 'bees', 'body.malformed'],
    ['with a name of prototypes', '{"a":{"__proto__":{"b":1}}}', 'body.malformed'],
    ['with such a name, escaped', String.raw`{"a":{"\u005f_proto__":{"b":1}}}`, 'body.malformed'],
  ])('is refused if it is %s', (_, text, code) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code }));
  });
});

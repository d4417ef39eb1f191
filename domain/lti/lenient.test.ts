import { describe, expect, it } from 'vitest';
import { fieldsOf, LeftOut, NeededMissing, objectsOf } from './lenient.ts';
import { isTeaching } from './launch-message.ts';
import { LmsFailure, nextPage } from './lms-client.ts';

const ID = { most: 10 };
const LIST = { most: 10, items: 3 };

/** Reads one field, and returns it with the fields left out. */
function read<T>(value: unknown, how: (fields: ReturnType<typeof fieldsOf>) => T): [T, string | null] {
  const leftOut = new LeftOut();
  return [how(fieldsOf({ f: value }, leftOut)), leftOut.words];
}

describe('a field of a platform', () => {
  it.each<[string, unknown, unknown, string | null]>([
    ['a text', 'x', 'x', null],
    ['a number', 7, '7', null],
    ['null', null, null, null],
    ['nothing', undefined, null, null],
    ['an empty text', '', null, null],
    ['a list', ['x'], null, 'f: is not text'],
    ['too much', 'x'.repeat(11), null, 'f: is longer than 10 characters'],
    ['what no database holds', 'x\0', null, 'f: contains characters that are not text'],
  ])('that names something and is %s', (_, value, expected, words) => {
    expect(read(value, (fields) => fields.id('f', ID))).toEqual([expected, words]);
  });

  it.each<[string, unknown, unknown, string | null]>([
    ['too long', 'x'.repeat(11), 'x'.repeat(10), null],
    ['with characters that are not text', ' x\0y ', 'xy', 'f: contained characters that are not text'],
    ['an object', {}, null, 'f: is not text'],
  ])('that people read and is %s', (_, value, expected, words) => {
    expect(read(value, (fields) => fields.text('f', ID))).toEqual([expected, words]);
  });

  it.each<[string, unknown, unknown, string | null]>([
    ['a text with commas', 'a,b', ['a', 'b'], null],
    ['a text with spaces', 'a  b', ['a', 'b'], null],
    ['with others among them', ['a', null, 7], ['a'], 'f: has entries that are not text'],
    ['longer than is read', ['a', 'b', 'c', 'd'], ['a', 'b', 'c'], 'f: has more than 3 entries'],
    ['an object', {}, [], 'f: is not a list'],
  ])('that is a list and is %s', (_, value, expected, words) => {
    expect(read(value, (fields) => fields.texts('f', LIST))).toEqual([expected, words]);
  });

  it.each<[unknown, boolean | null]>([
    [true, true],
    ['TRUE', true],
    [1, true],
    ['0', false],
    ['', null],
    ['perhaps', null],
  ])('that says yes or no: %j', (value, expected) => {
    expect(read(value, (fields) => fields.flag('f'))[0]).toBe(expected);
  });

  it('that is essential says which one is missing', () => {
    expect(() => read(undefined, (fields) => fields.needed('f', ID))).toThrow(new NeededMissing('f: is missing'));
    expect(() => read(['x'], (fields) => fields.needed('f', ID))).toThrow('f: is not text');
  });

  it('in a list is one cause, however many entries there are', () => {
    const leftOut = new LeftOut();
    for (const one of objectsOf([{ name: 1 }, { name: {} }, { name: [] }, 'x'], leftOut, 'members.')) one.text('name', ID);
    expect(leftOut.words).toBe('members[]: is not an object; members[].name: is not text');
  });
});

describe('the next page', () => {
  const at = 'https://lms.example/items?type_id=5&limit=1';
  it.each<[string, string | null]>([
    ['<https://lms.example/items?page=2>; rel="next"', 'https://lms.example/items?page=2'],
    [
      '<https://lms.example/1>; rel="first",<https://lms.example/2>; rel="next",<https://lms.example/9>; rel="last"',
      'https://lms.example/2',
    ],
    ['<https://lms.example/1?a=x,y>; rel=prev, <https://lms.example/2>; title="a, b"; rel=next', 'https://lms.example/2'],
    ['<https://lms.example/items?a=1&amp;from=2>; rel=\u00e2\u0080\u009cnext\u00e2\u0080\u009d', 'https://lms.example/items?a=1&from=2'],
    ['<?from=2>; rel="prev next"', 'https://lms.example/items?from=2'],
    ['<https://lms.example/2>; rel="nextish"', null],
    [`<${at}>; rel="next"`, null],
    ['', null],
  ])('of %s', (link, expected) => {
    expect(nextPage(link, at)).toBe(expected);
  });

  it('is on the same host', () => {
    expect(() => nextPage('<https://evil.example/2>; rel="next"', at)).toThrow(LmsFailure);
  });
});

it('a role belongs to this vocabulary and no other', () => {
  for (const role of [
    'Instructors',
    'http://evil.example/Instructor',
    'membership#Instructor',
    ' Instructor',
    'xhttp://purl.imsglobal.org/vocab/lis/v2/membership#Instructor',
  ])
    expect(isTeaching([role]), role).toBe(false);
});

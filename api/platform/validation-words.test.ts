import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { visibleText } from '#contract/platform/visible-name.ts';
import { parseRequest } from './parse-request.ts';

const body = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(5)),
  password: z.string().check(z.minLength(8)),
  email: z.email(),
  count: z.int().check(z.gte(3), z.lte(5)),
  size: z.enum(['small', 'large']),
  colour: z.union([z.enum(['red', 'blue']), z.literal(''), z.null()]),
  lessons: z.array(z.object({ title: z.string() })).check(z.minLength(1)),
  terms_accepted: z.literal(true),
  hours: z.number().check(z.gt(0), z.lt(10)),
  topic: visibleText(9),
  year: z.int().check(z.refine((year) => year < 2000, 'A year before 2000, please.')),
});
const good = {
  name: 'Ada',
  password: 'long enough',
  email: 'a@example.com',
  count: 4,
  size: 'small',
  colour: 'red',
  lessons: [{ title: 'Hives' }],
  terms_accepted: true,
  hours: 2,
  topic: 'Bees',
  year: 1990,
};
const refusal = (sent: unknown) => {
  try {
    parseRequest({ body }, { params: {}, query: {}, body: sent });
    return null;
  } catch (error) {
    return error as Error & { data: { errors: { path: string; message: string }[] } };
  }
};

it.each([
  [{ name: '' }, 'name', 'Must not be empty.'],
  [{ name: 'Augusta' }, 'name', 'Must have at most 5 characters.'],
  [{ name: undefined }, 'name', 'Must be given.'],
  [{ name: 5 }, 'name', 'Must be text.'],
  [{ password: 'short' }, 'password', 'Must have at least 8 characters.'],
  [{ email: 'ada' }, 'email', 'Must be an email address such as name@example.com.'],
  [{ count: 9 }, 'count', 'Must be at most 5.'],
  [{ count: 4.5 }, 'count', 'Must be a whole number.'],
  [{ size: 'huge' }, 'size', 'Must be one of small, large.'],
  [{ colour: 'green' }, 'colour', 'Must be one of red, blue.'],
  [{ lessons: [] }, 'lessons', 'Must have at least 1 entry.'],
  [{ lessons: [{}] }, 'lessons.0.title', 'Must be given.'],
  [{ lessons: 'all' }, 'lessons', 'Must be a list.'],
  [{ terms_accepted: undefined }, 'terms_accepted', 'Please accept the terms.'],
  [{ hours: 0 }, 'hours', 'Must be more than 0.'],
  [{ hours: 10 }, 'hours', 'Must be less than 10.'],
  [{ topic: '?!' }, 'topic', 'Must contain letters or digits.'],
  [{ topic: '  ' }, 'topic', 'Must not be empty.'],
  [{ year: 2010 }, 'year', 'A year before 2000, please.'],
])('%j is refused in plain words', (change, path, message) => {
  expect(refusal({ ...good, ...change })?.data.errors.map((one) => [one.path, one.message])).toEqual([[path, message]]);
});

it('the values in a sentence are also returned as data, for clients that word it in another language', () => {
  expect(refusal({ ...good, name: 'Augusta' })?.data.errors).toEqual([
    {
      path: 'name',
      message: 'Must have at most 5 characters.',
      words: { key: 'Must have at most {n, plural, one {# character} other {# characters}}.', values: { n: 5 } },
    },
  ]);
  expect(refusal({ ...good, name: '' })?.data.errors).toEqual([{ path: 'name', message: 'Must not be empty.' }]);
});

it('the first problem is reported with its field’s name, and the number of others', () => {
  expect(refusal({ ...good, lessons: [{}] })?.message).toBe('Title: must be given.');
  expect(refusal({ ...good, name: '', email: 'ada' })?.message).toBe('Name: must not be empty. There is 1 more problem.');
  expect(refusal({})?.message).toBe('Name: must be given. There are 10 more problems.');
});

it.each([[null], [[]], ['text'], [undefined]])('a body that is %j must be an object', (sent) => {
  expect(refusal(sent)?.message).toBe('Body: must be a JSON object.');
});

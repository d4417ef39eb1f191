import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { clientMessageSchema } from '#contract/live/live.contract.ts';
import { identifier, recordOf } from '#contract/platform/bounded.ts';
import { unboundedParts } from '#contract/platform/unbounded-parts.factory.ts';

/** Body fields without a bound of their own, each with the reason: they can be as large as the endpoint's body. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'saveCourse course_data (unknown)': 'the specification sends it; it is not read',
  'recommendCourses user_context.saved_courses[] (unknown)': 'the specification sends it; it is not read',
  'recommendCourses user_context.completed_courses[] (unknown)': 'the specification sends it; it is not read',
  'updateProfile email (unknown)': 'any value is rejected',
  'updateProfile bio': 'its check counts characters as people see them',
  'addPasskey registration.clientExtensionResults{}': 'nothing of it is kept',
  'addPasskey registration.clientExtensionResults{} (unknown)': 'nothing of it is kept',
  'signInWithPasskey assertion.clientExtensionResults{}': 'nothing of it is kept',
  'signInWithPasskey assertion.clientExtensionResults{} (unknown)': 'nothing of it is kept',
  'actOnRun request{}': 'the schema of the run’s kind is applied to it',
  'actOnRun request{} (unknown)': 'the schema of the run’s kind is applied to it',
};

describe('the input of a stranger', () => {
  it('has a limit for each text, list and record of each body', () => {
    const found = ENDPOINTS.flatMap(({ name, body }) => (body ? unboundedParts(body).map((part) => `${name} ${part}`) : []));
    expect([...new Set(found)].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });

  it('has a limit in each message through the socket', () => {
    expect(unboundedParts(clientMessageSchema)).toEqual([]);
  });
});

describe('the walk of a schema', () => {
  const text = z.string().check(z.maxLength(9));
  it.each([
    ['a text', z.string(), ['']],
    ['a list', z.array(text), ['[]']],
    ['the texts of a list', z.array(z.string()).check(z.maxLength(9)), ['[]']],
    ['a record, its keys and its values', z.record(z.string(), z.string()), ['{}', '{}', '{}']],
    ['anything', z.object({ part: z.optional(z.unknown()) }), ['part (unknown)']],
    ['one of several', z.union([text, z.object({ part: z.string() })]), ['part']],
    ['a pattern that repeats', z.string().check(z.regex(/^a+$/)), ['']],
    ['a pattern that is not the whole text', z.string().check(z.regex(/^a|b$/)), ['']],
    ['what comes out of a transform', z.pipe(z.string(), z.transform(String)), ['']],
    ['keys beyond those declared', z.looseObject({ part: text }), ['{}']],
  ])('finds %s without a limit', (_, schema, parts) => {
    expect(unboundedParts(schema)).toEqual(parts);
  });

  it.each([
    ['a maximum', text],
    ['a format', z.uuid()],
    ['a pattern', z.string().check(z.regex(/^(a|b){2}[+*|]$/))],
    ['known keys', z.partialRecord(z.enum(['a', 'b']), text)],
    ['so many keys', recordOf(text, 2)],
    ['a bound behind a transform', z.pipe(z.string(), z.pipe(z.transform(String), text))],
    ['a default', z._default(z.nullable(identifier), null)],
  ])('accepts %s', (_, schema) => {
    expect(unboundedParts(schema)).toEqual([]);
  });

  it('a record has as many keys as its limit allows', () => {
    expect(
      [2, 3].map((n) => recordOf(z.int(), 2).safeParse(Object.fromEntries(Array.from({ length: n }, (_, i) => [i, i]))).success),
    ).toEqual([true, false]);
  });
});

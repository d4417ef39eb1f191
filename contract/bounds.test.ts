import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { clientMessageSchema } from '#contract/live/live.contract.ts';
import { day, identifier, moment, recordOf } from '#contract/platform/bounded.ts';
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

describe('dates and times that come in', () => {
  it('are bounded in one place, so that what is computed from them keeps four digits of a year', () => {
    const files = readdirSync('contract', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.includes('.test.'),
    );
    const own = files.filter((name) => /z\.iso\s*\.(?:date|datetime)\(/.test(readFileSync(`contract/${name}`, 'utf8')));
    // the second describes what we send
    expect(own.sort()).toEqual(['platform/bounded.ts', 'webhooks/webhook-events.ts']);
  });

  it.each(['1899-12-31', '3000-01-01', '0000-01-01', '9999-12-31'])('%s is refused', (wrong) => {
    expect(day.safeParse(wrong).success).toBe(false);
    expect(moment.safeParse(`${wrong}T12:00:00Z`).success).toBe(false);
  });

  it.each(['1900-01-01', '2999-12-31'])('%s is accepted, unless its offset leads to another year', (edge) => {
    expect(day.safeParse(edge).success).toBe(true);
    expect(moment.safeParse(`${edge}T12:00:00Z`).success).toBe(true);
    expect(moment.safeParse(`${edge}T${edge.startsWith('1') ? '00:00:00+01:00' : '23:59:00-01:00'}`).success).toBe(false);
  });
});

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

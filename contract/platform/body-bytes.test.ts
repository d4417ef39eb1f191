import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { bodyBytesOf, bytesIn, LONG_BODY } from './body-bytes.ts';

const withBody = ENDPOINTS.filter(({ body }) => body).map((endpoint) => [endpoint.name, endpoint] as const);

describe('the size of a body', () => {
  it.each<[string, z.ZodMiniType, unknown]>([
    ['a text', z.object({ name: z.string().check(z.maxLength(5)) }), { name: 'مرحبا' }],
    [
      'a text that is trimmed',
      z.object({ name: z.pipe(z.pipe(z.string(), z.transform(String)), z.string().check(z.maxLength(5))) }),
      { name: 'مرحبا' },
    ],
    [
      'a list',
      z.object({ names: z.array(z.uuid()).check(z.maxLength(2)) }),
      { names: ['6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a13', '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a13'] },
    ],
    ['a choice', z.object({ size: z.enum(['small', 'large']), kind: z.nullable(z.literal('one')) }), { size: 'small', kind: 'one' }],
    ['one form or another', z.object({ n: z.union([z.number(), z.string().check(z.maxLength(40))]) }), { n: 'ش'.repeat(40) }],
    [
      'numbers',
      z.object({ n: z.optional(z.int()), x: z._default(z.number(), 1), is: z.boolean() }),
      { n: 2 ** 53 - 1, x: -1.7976931348623157e308, is: false },
    ],
  ])('is enough for %s, as clients write it', (_, schema, value) => {
    const escaped = JSON.stringify(value).replaceAll(/[^ -~]/g, (character) => `\\u0${character.charCodeAt(0).toString(16)}`);
    expect(z.safeParse(schema, JSON.parse(escaped)).success).toBe(true);
    expect(bytesIn(schema)).toBeGreaterThanOrEqual(escaped.length);
    expect(bytesIn(schema)).toBeLessThan(2 * escaped.length + 100);
  });

  it('follows from the schema, within limits', () => {
    const text = (n: number) => z.object({ text: z.string().check(z.maxLength(n)) });
    expect(bodyBytesOf({ body: text(10) })).toBe(16_000);
    expect(bodyBytesOf({ body: text(10_000) })).toBe(bytesIn(text(10_000)));
    expect(bodyBytesOf({ body: text(1_000_000) })).toBe(LONG_BODY);
    expect(bodyBytesOf({ body: text(1_000_000), bodyBytes: 500_000 })).toBe(500_000);
    expect(bodyBytesOf({ body: z.object({ anything: z.unknown() }) })).toBe(100_000);
    expect(bodyBytesOf({ body: text(1_000_000), apart: { text: { as: 'nothing', bytes: 5 } } })).toBe(16_000);
  });
});

describe('every endpoint with a body', () => {
  it.each(withBody)('%s accepts no more than its schema can contain', (_, endpoint) => {
    const needed = bytesIn(endpoint.body!, { without: Object.keys(endpoint.apart ?? {}) });
    expect(bodyBytesOf(endpoint)).toBeLessThanOrEqual(Math.max(16_000, needed));
    // a declared size must matter: it must differ from the schema's
    if (endpoint.bodyBytes !== undefined) expect(endpoint.bodyBytes).toBe(bodyBytesOf(endpoint));
  });

  it('is parsed at once if it is no longer than a schema can be checked; longer ones are listed here', () => {
    const long = withBody.filter(([, endpoint]) => endpoint.apart || bodyBytesOf(endpoint) > LONG_BODY).map(([name]) => name);
    expect(long.toSorted()).toEqual(['createVoiceNote', 'estimateBatch', 'planBatch', 'saveCourse', 'saveSignIn', 'translateBulk']);
  });

  it('limits its texts and lists; those without a limit are listed here', () => {
    const open = withBody.filter(([, { body, apart = {} }]) => bytesIn(body!, { without: Object.keys(apart) }) === Infinity);
    expect(open.map(([name]) => name).toSorted()).toEqual([
      'acceptProposal',
      'actOnRun',
      'addPasskey',
      'recommendCourses',
      'signInWithPasskey',
      'updateProfile',
    ]);
  });

  it.each(withBody)('%s separates only fields that it declares, at its top level', (_, { body, apart = {} }) => {
    const fields = Object.keys((z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object);
    expect(fields).toEqual(expect.arrayContaining(Object.keys(apart)));
  });
});

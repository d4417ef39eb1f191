import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { ProductError } from '#domain/platform/errors.ts';
import { parseRequest } from './parse-request.ts';

interface Found {
  readonly at: string;
  readonly format: string;
  readonly schema: z.ZodMiniType;
}

/** The library's definitions, as far as this test walks them. */
interface Definition {
  readonly type?: string;
  readonly check?: string;
  readonly format?: string;
  readonly error?: unknown;
  readonly checks?: readonly unknown[];
  readonly [part: string]: unknown;
}
const definitionOf = (part: unknown): Definition | null => (part as { _zod?: { def: Definition } } | null | undefined)?._zod?.def ?? null;

/** Returns every form that a request's fields must have: formats and patterns, and our own conditions. */
function formsIn(schema: unknown, at: string, found: Found[] = [], seen = new Set<unknown>()): Found[] {
  const definition = definitionOf(schema);
  if (!definition || seen.has(schema)) return found;
  seen.add(schema);
  if (definition.type === 'string' && definition.format) found.push({ at, format: definition.format, schema: schema as z.ZodMiniType });
  for (const check of definition.checks ?? []) {
    const { check: kind, type, format, error } = definitionOf(check) ?? {};
    if (kind === 'string_format') found.push({ at, format: format!, schema: z.string().check(check as never) });
    // only the author of a condition can describe it
    if (kind === 'custom' && type === 'custom' && error === undefined)
      found.push({ at, format: 'condition without words', schema: z.never() });
  }
  for (const [name, part] of Object.entries(definition)) {
    if (name === 'shape') for (const [field, inner] of Object.entries(part as object)) formsIn(inner, `${at}.${field}`, found, seen);
    else if (name === 'getter') formsIn((part as () => unknown)(), at, found, seen);
    else for (const inner of [part].flat()) formsIn(inner, at, found, seen);
  }
  return found;
}

const FORMS = ENDPOINTS.flatMap((endpoint) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    formsIn('body' in endpoint || part !== 'body' ? endpoint[part as 'params'] : undefined, `${endpoint.name} ${part}`),
  ),
);
/** Neither an address, a time nor an id, and without letters and digits. */
const NONSENSE = '?!';

function refusalOf(schema: z.ZodMiniType, value: string): string | null {
  try {
    parseRequest({ body: z.object({ field: schema }) }, { params: {}, query: {}, body: { field: value } });
    return null;
  } catch (error) {
    return (error as ProductError).data.errors!.map(({ message }) => message).join(' ');
  }
}

it('a refusal names the expected format of each field that has one', () => {
  expect(FORMS.length).toBeGreaterThan(150);
  const unsaid = FORMS.filter(({ schema, format }) => {
    const said = refusalOf(schema, NONSENSE) ?? '';
    return format === 'condition without words' || /wrong form|Invalid input/.test(said);
  });
  expect(unsaid.map(({ at, format }) => `${at}: ${format}`)).toEqual([]);
});

describe('a time in a request', () => {
  const times = FORMS.filter(({ format }) => format === 'datetime');
  const read = (schema: z.ZodMiniType, value: string) => schema.safeParse(value).data;

  it('is converted from its offset to UTC, wherever it appears', () => {
    expect(times.length).toBeGreaterThan(10);
    for (const { at, schema } of times) {
      expect(read(schema, '2026-11-29T23:59:00+01:00'), at).toBe('2026-11-29T22:59:00.000Z');
      expect(read(schema, '2026-11-29T23:59:00.123456-05:30'), at).toBe('2026-11-30T05:29:00.123Z');
      expect(read(schema, '2026-11-29T23:59:00Z'), at).toBe('2026-11-29T23:59:00Z');
    }
  });

  it('is refused without an offset, or with a year that has not four digits', () => {
    const [{ schema } = times[0]!] = times;
    for (const wrong of [
      '2026-11-29T23:59:00',
      '2026-11-29',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
    ])
      expect(read(schema, wrong), wrong).toBeUndefined();
    expect(refusalOf(schema, '29.11.2026')).toMatch(/^Must be a time with its offset from UTC, such as 2026-11-29T23:59:00\+01:00\./);
  });
});

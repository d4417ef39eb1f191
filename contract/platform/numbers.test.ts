import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { runFilter } from '#contract/operator/runs-console.contract.ts';
import { INT4_MOST, INT8_MOST } from './numbers.ts';

interface Def {
  readonly type?: string;
  readonly format?: string;
  readonly check?: string;
  readonly value?: number;
  readonly checks?: readonly { readonly _zod: { readonly def: Def } }[];
  readonly [part: string]: unknown;
}
interface Found {
  readonly at: string;
  readonly isWhole: boolean;
  readonly least: number;
  readonly most: number;
}

/** Returns every number that a schema accepts; of transformed values, the resulting numbers. */
function numbersOf(schema: unknown, at: string): Found[] {
  const def = (schema as { _zod?: { def: Def } } | undefined)?._zod?.def;
  if (!def) return [];
  if (def.type === 'number') {
    const checks = (def.checks ?? []).map((check) => check._zod.def);
    const values = (kind: string) => checks.flatMap(({ check, value }) => (check === kind && value !== undefined ? [Number(value)] : []));
    return [
      {
        at,
        isWhole: [def, ...checks].some(({ format }) => format === 'safeint'),
        least: Math.max(-Infinity, ...values('greater_than')),
        most: Math.min(Infinity, ...values('less_than')),
      },
    ];
  }
  const parts = def.type === 'pipe' ? [def['out']] : ['innerType', 'element', 'valueType', 'left', 'right'].map((part) => def[part]);
  return [
    ...parts.flatMap((part) => numbersOf(part, at)),
    ...Object.entries((def['shape'] ?? {}) as object).flatMap(([name, part]) => numbersOf(part, `${at}.${name}`)),
    ...[def['options'], def['items']].flatMap((list) => (Array.isArray(list) ? list.flatMap((part) => numbersOf(part, at)) : [])),
  ];
}

/** Specified, but not stored: the length of a recording is measured. */
const NOT_STORED = new Set(['createVoiceNote.body.duration']);

const NUMBERS = ENDPOINTS.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) => numbersOf(schema, `${name}.${part}`)),
).filter(({ at }) => !NOT_STORED.has(at));

/** Stored as `bigint` or in JSON, or a position counted by one. */
const WIDE = /[.](cost_from|before|after|entry_id|place|field[.](answer|tolerance))$/;
/** Measurements, stored as `double precision` or in a smaller unit. */
const DECIMAL =
  /[.](latitude|longitude|radius_km|rating|least_similarity|most_\w+|position|price|duration|price[.](input|output)|field[.](answer|tolerance)|solutions[.](parameters|t))$/;

describe('every number in a request', () => {
  it('is found', () => {
    expect(NUMBERS.length).toBeGreaterThan(90);
    expect(NUMBERS.map(({ at }) => at)).toContain('searchRuns.query.cost_from');
  });

  it.each(NUMBERS)('$at is finite, and whole and small enough for its column', ({ at, isWhole, least, most }) => {
    const widest = WIDE.test(at) ? INT8_MOST : INT4_MOST;
    expect([at, Math.abs(least) <= widest, Math.abs(most) <= widest]).toEqual([at, true, true]);
    if (!DECIMAL.test(at)) expect([at, isWhole]).toEqual([at, true]);
  });

  it('OPS-03: a cost with decimals is not a number of micro-dollars', () => {
    expect([runFilter.safeParse({ cost_from: '0.07' }).success, runFilter.safeParse({ cost_from: '70000' }).success]).toEqual([
      false,
      true,
    ]);
  });
});

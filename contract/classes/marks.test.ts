import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';

/** Names of fields that hold a mark, or say that one is given or missing. */
const OF_MARKS = /"(?:mark|mark_id|mark_reason|marked_at|to_mark)":/;
/** Tables, whose columns no schema describes. */
const TABLES = ['getClassReportCsv'];

const isOfMarks = (schema: z.ZodMiniType): boolean =>
  OF_MARKS.test(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' })));

describe('marks of students', () => {
  it('are declared by every endpoint whose response has them, and by no other', () => {
    const found = ENDPOINTS.filter(({ name, responses }) => TABLES.includes(name) || Object.values(responses).some(isOfMarks));
    const declared = ENDPOINTS.filter(({ marks }) => marks === 'people');
    expect(found.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort());
    expect(declared.map(({ name }) => name)).toContain('listMarks');
  });
});

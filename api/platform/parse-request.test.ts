import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseRequest } from './parse-request.ts';

const body = z.object({ name: z.optional(z.unknown()) });
const nested = (depth: number) => JSON.parse(`${'{"name":'.repeat(depth)}1${'}'.repeat(depth)}`);

it('a body nested too deeply is refused, whatever the stack could bear', () => {
  expect(() => parseRequest({ body }, { params: {}, query: {}, body: nested(5_000) })).toThrow('nested too deeply');
  expect(parseRequest({ body }, { params: {}, query: {}, body: nested(20) })).toMatchObject({ body: { name: {} } });
});

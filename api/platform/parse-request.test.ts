import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseRequest } from './parse-request.ts';

const body = z.object({ name: z.optional(z.unknown()) });
const nested = (depth: number) => JSON.parse(`${'{"name":'.repeat(depth)}1${'}'.repeat(depth)}`);

it('values that the schema drops are not read', () => {
  const dropped = Object.defineProperty({ name: 'Ada' }, 'dropped', {
    enumerable: true,
    get: () => {
      throw new Error('it was read');
    },
  });
  expect(parseRequest({ body }, { params: {}, query: {}, body: dropped })).toMatchObject({ body: { name: 'Ada' } });
});

it('of many problems only the first are reported', () => {
  const list = z.object({ names: z.array(z.string()) });
  const refused = () => parseRequest({ body: list }, { params: {}, query: {}, body: { names: Array.from({ length: 1_000 }, () => 1) } });
  expect(refused).toThrow(expect.objectContaining({ data: { errors: expect.objectContaining({ length: 50 }) } }));
});

it('a body nested too deeply is refused, however deep the stack could go', () => {
  expect(() => parseRequest({ body }, { params: {}, query: {}, body: nested(5_000) })).toThrow('nested too deeply');
  expect(parseRequest({ body }, { params: {}, query: {}, body: nested(20) })).toMatchObject({ body: { name: {} } });
});

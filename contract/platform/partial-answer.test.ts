import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { mismatch } from './mocked-answer.factory.ts';
import { completed, fieldsOf } from './partial-answer.factory.ts';

describe('a part of an answer', () => {
  it('becomes an answer of every endpoint by the simplest values of all other fields', () => {
    const wrong = ENDPOINTS.filter(({ media, event, socket }) => !media && !event && !socket).flatMap((endpoint) =>
      Object.entries(endpoint.responses).flatMap(([status, schema]) => {
        const answer = { status: Number(status), body: completed(schema, {}) };
        return mismatch(endpoint, answer, 'here') ?? [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  const schema = z.object({
    title: z.string(),
    ended_at: z.nullable(z.string()),
    lessons: z.array(z.object({ title: z.string(), words: z.int() })),
    note: z.optional(z.string()),
  });

  it('keeps what it has, and its nested parts are completed too', () =>
    expect(completed(schema, { title: 'Bees', lessons: [{ title: 'Swarms' }] })).toEqual({
      title: 'Bees',
      ended_at: null,
      lessons: [{ title: 'Swarms', words: 0 }],
    }));

  it('keeps a field of the wrong type, which the comparison refuses', () =>
    expect(schema.safeParse(completed(schema, { title: 7 })).success).toBe(false));

  it('has the fields of its schema', () => expect([...fieldsOf(schema)]).toEqual(['title', 'ended_at', 'lessons', 'note']));
});

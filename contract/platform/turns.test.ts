import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from '#contract/endpoints.ts';

interface Shape {
  readonly type?: string;
  readonly enum?: unknown;
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly anyOf?: readonly Shape[];
}

/** Query texts that name a single thing, or a position in a list: they are looked up, not searched for. */
const NAMES = [
  'after before cursor skip key token tz time_zone from to',
  'live keep unsaved language kind work step_error purpose',
  'user1_id user2_id person course_id class_id lesson_id room_id group_id forum_id batch_id creator creator_course_id course deck action error_code until since',
].flatMap((names) => names.split(' '));

const isFree = ({ type, enum: options, format, pattern, anyOf = [] }: Shape): boolean =>
  anyOf.some(isFree) || (type === 'string' && !options && !format && !pattern);

const searching = ENDPOINTS.flatMap((endpoint) => {
  const { properties = {} } = endpoint.query ? z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' }) : {};
  const texts = Object.entries(properties).filter(([name, shape]) => isFree(shape as Shape) && !NAMES.includes(name));
  return texts.map(([text]) => [endpoint.name, text, endpoint] as const);
});

describe('turns', () => {
  it.each(searching)('%s takes a turn when it searches for `%s`', (_, text, { turns = [] }) => {
    expect(turns === 'always' || turns.includes(text)).toBe(true);
  });

  it('are declared for fields that the query has', () => {
    for (const { name, query, turns } of ENDPOINTS) {
      const fields = query ? Object.keys((z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object) : [];
      if (turns && turns !== 'always') expect([name, fields]).toEqual([name, expect.arrayContaining([...turns])]);
    }
  });
});

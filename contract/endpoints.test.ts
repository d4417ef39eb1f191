import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from './endpoints.ts';

const withBody = ENDPOINTS.filter(({ body }) => body);

describe('the example of an endpoint', () => {
  it.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))('%s is accepted by its schema', (_, { body, example }) => {
    expect(body!.safeParse(example).error).toBeUndefined();
    // unknown fields are ignored: an example with a misspelt name would show readers a field without effect
    const { properties } = z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' });
    if (properties) expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(example!)));
  });

  it('is plain JSON', () => {
    for (const { name, example } of withBody) expect(JSON.parse(JSON.stringify(example)), name).toStrictEqual(example);
  });
});

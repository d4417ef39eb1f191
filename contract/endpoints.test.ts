import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from './endpoints.ts';
import type { Endpoint } from './platform/endpoint.ts';
import { NAMES_OPEN } from './platform/endpoint-rules.ts';

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

describe('what an endpoint identifies', () => {
  const propertiesOf = (part: z.ZodMiniType | undefined) =>
    part ? Object.keys(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : [];
  const paramNames = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

  it('is open to every signed-in user only if it is what its reason says', () => {
    for (const endpoint of ENDPOINTS) {
      const { name, namesOpen, method } = endpoint;
      if (!namesOpen) continue;
      const allowed: readonly string[] = NAMES_OPEN[namesOpen].params;
      const others = paramNames(endpoint).filter((param) => !allowed.includes(param));
      const says = `${name}: namesOpen '${namesOpen}' does not allow these parameters; declare who owns them (without namesOpen), or another reason of NAMES_OPEN`;
      expect.soft(others, says).toEqual([]);
      if (namesOpen === 'person') expect.soft(method, `${name} shows a person: only a change can have namesOpen 'person'`).not.toBe('GET');
    }
  });

  /** Public endpoints that identify a person, each with the reason. */
  const SHOW_A_PERSON: Readonly<Record<string, string>> = {
    searchMarket: 'only published courses, of which each shows its creator',
    getMarketCreator: 'a creator’s page in the market, which shows only creators with a published course',
  };
  const IDENTIFIES_PERSON = /^(account|person|user|member|student|learner|creator|owner|holder)(_?id)?$/i;

  it('is no person if it is public', () => {
    for (const endpoint of ENDPOINTS) {
      if (endpoint.auth !== 'public') continue;
      const people = [...paramNames(endpoint), ...propertiesOf(endpoint.query)].filter((param) => IDENTIFIES_PERSON.test(param));
      const says =
        people.length > 0
          ? `${endpoint.name} is public and identifies a person by ${people.join(', ')}: anyone could read theirs. Require a session, or give SHOW_A_PERSON the reason`
          : `${endpoint.name} identifies no person: take it out of SHOW_A_PERSON`;
      expect.soft(people.length > 0, says).toBe(endpoint.name in SHOW_A_PERSON);
    }
  });
});

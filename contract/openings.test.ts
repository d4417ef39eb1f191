import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from './endpoints.ts';
import { keyAccess } from './key-access.ts';
import type { Endpoint } from './platform/endpoint.ts';

/**
 * Kinds of calls that open an account to others (decision A33). Each such call declares an age rule; a call of these kinds that opens
 * nothing declares why (`opensNothing`).
 */
const KINDS: Readonly<Record<string, (endpoint: Endpoint) => boolean>> = {
  'answers with a secret, an address or a ticket': ({ responses }) =>
    shapesOf(responses).some((shape) => Object.keys(shape.properties ?? {}).some((name) => OPENING.test(name))),
  'answers with what an address shows to anybody': ({ responses }) =>
    shapesOf(responses).some((shape) => SHOWN_TO_ANYBODY.has(JSON.stringify(shape))),
  // a new reason does not compile before it is classified
  'is refused to keys, because it opens something or tells somebody': (endpoint) => {
    const access = keyAccess(endpoint);
    return 'refused' in access && LEADING_OUT.test(access.refused);
  },
};
const OPENING = /(?:^|_)(?:secret|token|url|urls|path|ticket|location|link)$/;
const LEADING_OUT = /^It (?:exports all data|decides who receives events)/;

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Returns all objects within the answers of an endpoint, as JSON Schema. */
function shapesOf(responses: Endpoint['responses']): Shape[] {
  const within = (shape: unknown): Shape[] => {
    if (typeof shape !== 'object' || shape === null) return [];
    return [...('properties' in shape ? [shape as Shape] : []), ...Object.values(shape).flatMap(within)];
  };
  return Object.values(responses).flatMap((answer) => within(z.toJSONSchema(answer, { unrepresentable: 'any' })));
}

/**
 * Parameters of addresses that anybody can find: the market and the installation's own. All other addresses are given out by their owner.
 */
const FOUND_BY_ANYBODY = /:(?:provider|language|hash|course_id|creator_id|lesson_id|media_id|key_id)\b/;
/** Objects with enough fields to be recognised: one or two fields can coincide by chance. */
const SHOWN_TO_ANYBODY = new Set(
  ENDPOINTS.filter(({ auth, path }) => auth === 'public' && path.includes(':') && !FOUND_BY_ANYBODY.test(path))
    .flatMap(({ responses }) => shapesOf(responses))
    .filter(({ properties = {} }) => Object.keys(properties).length > 2)
    .map((shape) => JSON.stringify(shape)),
);

const withoutAge = (endpoint: Endpoint): Endpoint => {
  const { age: declared, ...without } = endpoint;
  return declared ? without : endpoint;
};
const kindsOf = (endpoint: Endpoint): string[] => Object.keys(KINDS).filter((kind) => KINDS[kind]!(endpoint));

/** Returns the endpoints that open an account to others without declaring an age rule. */
const forgottenAmong = (endpoints: readonly Endpoint[]): string[] =>
  endpoints
    // a launch comes from the school's own system, which created the account; calls that leave it need an age rule too
    .filter(({ method, auth, age }) => (auth === 'user' || auth === 'launch') && method !== 'GET' && age === undefined)
    .filter((endpoint) => endpoint.opensNothing === undefined && kindsOf(endpoint).length > 0)
    .map(({ name }) => name);

describe('A33 a setting that opens an account to others', () => {
  it('declares the age from which it is allowed, or says why it opens nothing', () => {
    expect(forgottenAmong(ENDPOINTS)).toEqual([]);
  });

  it('is said to open nothing only where it might open something', () => {
    const said = ENDPOINTS.filter(({ opensNothing }) => opensNothing !== undefined);
    expect(said.filter((endpoint) => endpoint.age !== undefined || kindsOf(endpoint).length === 0).map(({ name }) => name)).toEqual([]);
  });

  const declaring = ENDPOINTS.filter(({ age }) => age === 'secret_address').map((endpoint) => [endpoint.name, endpoint] as const);
  it.each(declaring)('%s is missed once its age is removed', (name, endpoint) => {
    expect(forgottenAmong([withoutAge(endpoint)])).toEqual([name]);
  });

  it('a planted one is found by each kind alone', () => {
    const any: Endpoint = { ...withoutAge(declaring[0]![1]), personOnly: 'access' };
    const { responses } = ENDPOINTS.find(({ name }) => name === 'getCertificate')!;
    const plain = { 200: z.object({ ok: z.boolean() }) };
    expect(forgottenAmong([{ ...any, name: 'inviteToBlog', responses: plain }])).toEqual([]);
    expect(forgottenAmong([{ ...any, name: 'inviteToBlog', responses: { 200: z.object({ blog_url: z.string() }) } }])).toEqual([
      'inviteToBlog',
    ]);
    expect(forgottenAmong([{ ...any, name: 'inviteToBlog', responses }])).toEqual(['inviteToBlog']);
    const told = ENDPOINTS.find(({ name }) => name === 'testWebhook')! as Endpoint;
    expect(kindsOf({ ...told, responses: plain })).toEqual(['is refused to keys, because it opens something or tells somebody']);
  });

  it('can be withdrawn at any age', () => {
    expect(
      ENDPOINTS.filter((endpoint: Endpoint) => endpoint.method === 'DELETE' && endpoint.age === 'secret_address').map(({ name }) => name),
    ).toEqual([]);
  });
});

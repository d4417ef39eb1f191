import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ACT_HEADERS, defineEndpoint, type Endpoint } from './endpoint.ts';

/**
 * A missing declaration does not compile: each `@ts-expect-error` below becomes an error of `npm run check -- types` once the compiler
 * accepts the line under it.
 */
const base = { name: 'keepHive', path: '/api/hives/:hive_id', summary: '', errors: [], responses: { 200: z.object({}) } } as const;
const params = z.object({ hive_id: z.string() });
const body = z.object({ name: z.string() });
const example = { name: 'North' };

const read = { ...base, method: 'GET', auth: 'user', params } as const;
const shown = { ...base, method: 'GET', auth: 'public', params } as const;
const changeOf = { ...base, method: 'PUT', scopes: ['learn'], params, body } as const;
const change = { ...changeOf, auth: 'user', offline: 'never' } as const;
const upload = { sound: { types: ['audio/webm'], bytes: 1_000 } } as const;

describe('a declaration compiles', () => {
  it('with every property that its kind of endpoint needs, and keeps its literal types', () => {
    const said: 'learn' = defineEndpoint({ ...read, scopes: ['learn'] }).scopes[0];
    expect(said).toBe('learn');
    defineEndpoint({ ...read, personOnly: 'other_people' });
    defineEndpoint({ ...shown, publicAs: 'secret_link', link: 'ends' });
    defineEndpoint({ ...base, method: 'GET', auth: 'public', publicAs: 'information' });
    defineEndpoint({ ...change, readBy: 'sender', example });
    defineEndpoint({ ...change, age: 'secret_address', example });
    defineEndpoint({ ...changeOf, auth: 'operator', scopes: ['operate'], example });
  });
});

describe('a declaration does not compile', () => {
  it('without the scopes of keys, or the reason why it needs a person', () => {
    // @ts-expect-error scopes
    defineEndpoint({ ...read });
    // @ts-expect-error a reason that nobody has written down
    defineEndpoint({ ...read, personOnly: 'because' });
    // @ts-expect-error a scope that does not exist
    defineEndpoint({ ...read, scopes: ['hives'] });
    // @ts-expect-error opened and refused at once
    defineEndpoint({ ...read, scopes: ['learn'], personOnly: 'access' });
    // @ts-expect-error scopes of no key
    defineEndpoint({ ...read, scopes: [] });
  });

  it('without saying why it is public, or with a reason that does not apply', () => {
    // @ts-expect-error publicAs
    defineEndpoint({ ...shown, link: 'ends' });
    // @ts-expect-error it is not public
    defineEndpoint({ ...read, scopes: ['learn'], publicAs: 'market' });
    // @ts-expect-error keys mean nothing where nobody is asked for one
    defineEndpoint({ ...shown, publicAs: 'market', link: 'no_secret', scopes: ['learn'] });
  });

  it('without the fate of a public text when its account is deleted', () => {
    // @ts-expect-error link
    defineEndpoint({ ...shown, publicAs: 'secret_link' });
    // @ts-expect-error link, of what a body may open
    defineEndpoint({ ...base, method: 'POST', auth: 'public', publicAs: 'sign_in', body, example });
    // @ts-expect-error nothing is sent to it
    defineEndpoint({ ...base, method: 'GET', auth: 'public', publicAs: 'information', link: 'no_secret' });
  });

  it('without the example of its body, or with an example of no body', () => {
    // @ts-expect-error example
    defineEndpoint({ ...change, readBy: 'sender' });
    // @ts-expect-error it has no body
    defineEndpoint({ ...read, scopes: ['learn'], example });
  });

  it('without the readers of its texts, or the age of their authors', () => {
    // @ts-expect-error readBy or age
    defineEndpoint({ ...change, example });
    // @ts-expect-error readBy or age, of a file
    defineEndpoint({ ...base, method: 'POST', auth: 'user', offline: 'never', scopes: ['learn'], upload });
    // @ts-expect-error it takes nothing
    defineEndpoint({ ...read, scopes: ['learn'], readBy: 'sender' });
  });

  it('without saying what becomes of a change without a connection', () => {
    // @ts-expect-error offline
    defineEndpoint({ ...changeOf, auth: 'user', readBy: 'sender', example });
    // @ts-expect-error a fate that does not exist
    defineEndpoint({ ...change, offline: 'later', readBy: 'sender', example });
    // @ts-expect-error nothing is changed
    defineEndpoint({ ...read, scopes: ['learn'], offline: 'queued' });
    // @ts-expect-error no learner makes it
    defineEndpoint({ ...changeOf, auth: 'operator', scopes: ['operate'], offline: 'queued', example });
  });
});

describe('a change that waits on a device', () => {
  it('reads the headers of an act, and tells whoever sends it again that it counts', () => {
    const waiting = defineEndpoint({ ...change, offline: 'queued', readBy: 'sender', example }) as Endpoint;
    expect(waiting.headers).toEqual(ACT_HEADERS);
    expect(waiting.errors).toContain('act.applied');
    expect(defineEndpoint({ ...change, readBy: 'sender', example })).not.toHaveProperty('headers');
  });
});

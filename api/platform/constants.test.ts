import { describe, expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { constantOf, keepConstants } from './constants.ts';

const api = useTestApi();
const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${api.origin}${path}`, { headers });
/** Answers longer than this are worth caching, if possible. */
const SHORT_BYTES = 4_096;

/** Endpoints without input or caller, which answer everybody alike. */
const FOR_ALL = ENDPOINTS.filter(
  ({ method, auth, params, query, body }) => method === 'GET' && auth === 'public' && !params && !query && !body,
);

describe('an answer that is the same for everyone', () => {
  it.each([...FOR_ALL.map(({ path }) => path), '/api/docs', '/api/docs/redoc.standalone.js'])(
    '%s is short, or made once and identified by its tag',
    async (path) => {
      const { text, headers } = await api.call(path);
      if (text.length <= SHORT_BYTES && path !== '/api/docs') return;
      expect(headers.etag).toMatch(/^W\/"/);
      const again = await api.call(path, { headers: { 'If-None-Match': headers.etag! } });
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  it('is compressed once for all clients that accept the same encoding', async () => {
    const plain = await (await ask('/api/openapi.json', { 'accept-encoding': 'identity' })).json();
    for (const encoding of ['br', 'gzip']) {
      const answers = await Promise.all([1, 2, 3].map(() => ask('/api/openapi.json', { 'accept-encoding': encoding })));
      expect(new Set(answers.map(({ headers }) => headers.get('content-encoding')))).toEqual(new Set([encoding]));
      expect(new Set(answers.map(({ headers }) => headers.get('content-length'))).size).toBe(1);
      for (const answer of answers) expect(await answer.json()).toEqual(plain);
    }
  });

  it('keeps its name, its type and its policy', async () => {
    const zip = await ask('/api/patents/download');
    expect([zip.headers.get('content-type'), zip.headers.get('content-encoding'), zip.headers.get('cache-control')]).toEqual([
      'application/zip',
      null,
      'no-cache',
    ]);
    const bytes = Buffer.from(await zip.arrayBuffer());
    expect(Buffer.from(await (await ask('/api/patents/download')).arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('cached constants', () => {
  const made: string[] = [];
  const make = (name: string, bytes: number) => async () => {
    made.push(name);
    return constantOf(Buffer.alloc(bytes), 'text');
  };

  it('are made once, also for many concurrent requests, and again after a failure', async () => {
    const kept = keepConstants(100);
    await Promise.all([1, 2, 3].map(() => kept('a', make('a', 10))));
    await kept('a', make('a', 10));
    expect(made.splice(0)).toEqual(['a']);
    await expect(kept('b', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    await kept('b', make('b', 10));
    expect(made.splice(0)).toEqual(['b']);
  });

  it('occupy a limited number of bytes: the least recently requested ones go first', async () => {
    const kept = keepConstants(100);
    for (const name of ['a', 'b']) await kept(name, make(name, 40));
    await kept('a', make('a', 40));
    await kept('c', make('c', 40));
    made.length = 0;
    for (const name of ['a', 'c', 'b']) await kept(name, make(name, 40));
    expect(made.splice(0)).toEqual(['b']);
    await kept('large', make('large', 101));
    await kept('large', make('large', 101));
    expect(made.splice(0)).toEqual(['large', 'large']);
  });
});

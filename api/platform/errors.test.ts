import { expect, it, vi } from 'vitest';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { problems } from './errors.ts';

/** Returns the log lines of a failing handler: level, and whether they carry a stack. */
async function loggedAs(failure: Error): Promise<[string, boolean][]> {
  const lines: [string, boolean][] = [];
  const at = (level: string) => vi.fn((line: { err?: unknown }) => void lines.push([level, line.err !== undefined]));
  const log = { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
  const ctx = {
    path: '/api/caller',
    state: { log, requestId: 'r' },
    set: () => undefined,
    response: { get: () => '' },
    req: { complete: true },
  };
  await problems(ctx as never, async () => {
    throw failure;
  });
  return lines;
}
const declared = (code: ErrorCode, cause?: unknown) => new ProductError(code, undefined, { cause });

it('a declared failure is not logged as an error: it has no stack, and a missing configuration is only logged as information', async () => {
  expect(await loggedAs(declared('auth.social_not_configured'))).toEqual([['info', false]]);
  expect(await loggedAs(declared('payments.not_configured'))).toEqual([['warn', false]]);
  expect(await loggedAs(declared('vendors.all_down'))).toEqual([['warn', false]]);
  expect(await loggedAs(declared('auth.required'))).toEqual([]);
  // work that ended with its request
  expect(await loggedAs(AbortSignal.abort().reason as Error)).toEqual([['warn', false]]);
});

it('a failure with a cause is logged with it', async () => {
  expect(await loggedAs(declared('service.unavailable', new Error('away')))).toEqual([['error', true]]);
  expect(await loggedAs(new TypeError('a bug'))).toEqual([['error', true]]);
  expect(await loggedAs(declared('validation.failed', new Error('why')))).toEqual([['debug', true]]);
});

it.each([
  ['53100', 'service.storage_full', '30'],
  ['ENOSPC', 'service.storage_full', '30'],
  ['53200', 'service.unavailable', '5'],
  ['57P01', 'service.unavailable', '2'],
])('the error %s of the store has its own response', async (code, expected, retryAfter) => {
  const headers = new Map<string, string>();
  const ctx = {
    path: '/api/caller',
    state: { log: { error: () => undefined }, requestId: 'r' },
    set: headers.set.bind(headers),
    req: { complete: true },
    status: 0,
    body: '',
  };
  await problems(ctx as never, async () => {
    throw Object.assign(new Error('no'), { code });
  });
  expect([ctx.status, JSON.parse(ctx.body).code, headers.get('Retry-After')]).toEqual([503, expected, retryAfter]);
});

it('a statement that was cancelled because the store is busy may be sent again', async () => {
  const headers = new Map<string, string>();
  const log = { error: () => undefined };
  const ctx = {
    path: '/api/caller',
    state: { log, requestId: 'r' },
    set: headers.set.bind(headers),
    req: { complete: true },
    status: 0,
    body: '',
  };
  await problems(ctx as never, async () => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  });
  expect([ctx.status, JSON.parse(ctx.body).code, headers.get('Retry-After')]).toEqual([503, 'service.unavailable', '5']);
});

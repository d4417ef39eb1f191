import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { config, readConfig, setConfig } from './config.ts';
import { reportError, startErrorTracker } from './error-tracker.ts';
import { logger } from './logger.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/no such place|step failed/);

interface Reported {
  readonly level: string;
  readonly tags: Record<string, string>;
  readonly exception: { readonly values: readonly { readonly type: string; readonly value: string; readonly stacktrace: object }[] };
}

let reports: Reported[] = [];
let bodies: string[] = [];
const tracker = createServer(async (request, response) => {
  const body = await text(request);
  bodies.push(body);
  // an envelope: its header, then a header and a body for each item
  reports.push(JSON.parse(body.split('\n')[2]!));
  response.end('{}');
});

beforeEach(async () => {
  reports = [];
  bodies = [];
  tracker.listen(0, '127.0.0.1');
  await once(tracker, 'listening');
  const { port } = tracker.address() as AddressInfo;
  const settings = { DATABASE_URL: 'postgres://localhost/none', NODE_ENV: 'test', SENTRY_DSN: `http://key@127.0.0.1:${port}/7` };
  setConfig({ ...readConfig(settings), logLevel: 'silent' });
});
afterEach(() => void tracker.close());

it('an API key in a message is not reported', async () => {
  const stop = await startErrorTracker('coursewright-api');
  const key = `cwk_live_${'aB3d'.repeat(9)}zZ`;
  logger()
    .child({}, { level: 'warn' })
    .error({ err: new Error(`no such place: /api/${key}?key=${key}`) }, 'failed');
  await stop();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).not.toContain('aB3d');
});

it('an error in the log is reported with its stack and its ids', async () => {
  const stop = await startErrorTracker('coursewright-worker');
  const log = logger().child({ run_id: '0198c0de', request_id: 'a-request' }, { level: 'warn' });
  log.error({ err: new TypeError("Cannot read properties of undefined (reading 'title')"), title: 'My secret course' }, 'step failed');
  log.warn({ err: new Error('a warning') }, 'only logged');
  await stop();

  expect(reports).toMatchObject([
    {
      level: 'error',
      tags: { service: 'coursewright-worker', run_id: '0198c0de', request_id: 'a-request' },
      exception: { values: [{ type: 'TypeError', value: "Cannot read properties of undefined (reading 'title')" }] },
    },
  ]);
  expect(reports[0]!.exception.values[0]!.stacktrace).toBeDefined();
  expect(bodies.join('')).not.toContain('secret');
});

it.each([
  ['invalid input syntax for type uuid: "hello you"', 'invalid input syntax for type uuid: [removed]'],
  ['relation "course" has no column "titel"', 'relation "course" has no column "titel"'],
  [`Unexpected token 'D', "Dear Ada, "... is not valid JSON`, `Unexpected token 'D', [removed]... is not valid JSON`],
  ['550 ada@example.org is unknown', '550 [removed] is unknown'],
  ['no user for sk_live_0123456789abcdefghijklmn', 'no user for [removed]'],
  ['run 0198c0de-0000-7000-8000-000000000001 has ended', 'run 0198c0de-0000-7000-8000-000000000001 has ended'],
])('text that a person may have written is removed from the message: %s', async (message, reported) => {
  const stop = await startErrorTracker('coursewright-api');
  reportError(new Error('outer', { cause: new Error(message) }), 'fatal', {});
  await stop();

  expect(reports[0]!.level).toBe('fatal');
  expect(reports[0]!.exception.values.map(({ value }) => value)).toContain(reported);
});

it('nothing is reported without an address of a tracker, and an invalid one is refused', async () => {
  setConfig({ ...config(), errorTracker: null });
  const stop = await startErrorTracker('coursewright-api');
  reportError(new Error('no'), 'error', {});
  await stop();

  expect(reports).toEqual([]);
  expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/none', SENTRY_DSN: 'https://errors.example.org/1' })).toThrow(/SENTRY_DSN/);
});

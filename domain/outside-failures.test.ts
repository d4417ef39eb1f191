import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { LmsFailure } from '#domain/lti/lms-client.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { logger } from '#domain/platform/logger.ts';
import { handleDueRows } from '#domain/platform/rows/handle-due-rows.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { NotAsked } from '#domain/vendors/identity-providers/ask-provider.ts';
import { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { deliverMail, MailFailure } from '#domain/vendors/mail/mail.client.ts';
import { PushFailure } from '#domain/vendors/push/push.client.ts';
import { StripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';

useTestDatabase();

/**
 * Data that services repeat from our requests. The first are our secrets at each party: an AI key, Stripe's, a provider's client secret and
 * token.
 */
const SECRETS = [
  'sk-proj-Ab12Cd34Ef56',
  'sk_live_51Habcdef',
  'whsec_a1b2c3d4e5',
  'AIzaSyA1234567',
  'eyJhbGciOi.eyJzdWIiOiIx.c2ln',
  'q7Zx9w2b',
];
const WORDS = `refused: ${SECRETS.slice(0, 5).join(', ')}; client_secret=${SECRETS[5]}`;
const held = (text: string) => SECRETS.filter((secret) => text.includes(secret));

/** Each kind of failure from outside, built with these words. */
const FAILURES: Readonly<Record<string, () => Error>> = {
  LmsFailure: () => new LmsFailure('refused', WORDS),
  MailFailure: () => new MailFailure('retryable', WORDS),
  NotAsked: () => new NotAsked(WORDS),
  PushFailure: () => new PushFailure(WORDS, false),
  SignInRefused: () => new SignInRefused('token', WORDS),
  StripeFailure: () => new StripeFailure('broken', 'charges.create', { message: WORDS }),
  VendorFailure: () => new VendorFailure({ service: 'claude', code: 'vendors.refused', detail: WORDS }),
};
/** Failures whose words come only from us. */
const OF_OUR_WORDS = ['AllowanceWait', 'BatchWait', 'CallAborted', 'PictureBusy', 'ServerBusy', 'TooManyBytes'];

it('every failure that a vendor’s client throws takes outside words only through the one class, or has none', () => {
  const files = [...globSync('vendors/**/*.ts', { cwd: import.meta.dirname }), 'lti/lms-client.ts'];
  // from a restricted process; its answer becomes a SignInRefused
  const sources = files
    .filter((file) => !/\.(test|task|factory|model)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  const classes = sources.flatMap((source) => [...source.matchAll(/^(?:export )?class (\w+) extends (\w+) \{$/gm)]);
  const failures = classes.filter(([, , parent]) => ['Error', 'OutsideFailure', 'ProductError'].includes(parent!)).map(([, name]) => name!);
  expect(failures.toSorted()).toEqual([...Object.keys(FAILURES), ...OF_OUR_WORDS].toSorted());
});

it.each(Object.entries(FAILURES))('%s contains nothing that looks like a secret, whoever wrote it', (_name, make) => {
  const error = make();
  const { message, stack, cause } = error;
  const because = cause instanceof Error ? `${cause.message} ${cause.stack}` : '';
  expect(held(`${message} ${stack} ${because}`)).toEqual([]);
  expect(`${message} ${because}`).toContain('[key]');
});

it('a refusal stored in a row repeats no secret, whatever kind of error it comes from', async () => {
  const stored: string[] = [];
  const rows = [{ attempts: 1 }];
  await handleDueRows({
    what: 'test rows',
    announce: async () => undefined,
    claim: async () => rows.pop(),
    turnOf: () => ({ account: 'a' }),
    handle: () => Promise.reject(new Error(WORDS)),
    storeFailure: async (_row, { reason }) => stored.push(reason),
    identify: () => ({}),
    retries: { most: 2, firstPauseS: 1, longestPauseS: 1 },
    withinMs: 10_000,
    atOnce: 1,
    most: 1,
  });
  expect(stored).toEqual([expect.stringContaining('[key]')]);
  expect(held(stored[0]!)).toEqual([]);
});

it('a logged error repeats no secret, in fields that libraries add to it, and in its cause', () => {
  const error = Object.assign(new Error('it failed', { cause: new Error(WORDS) }), { response: WORDS, raw: { body: [WORDS] } });
  const { err, failure } = logger()[pino.symbols.serializersSym as never] as Record<'err' | 'failure', (error: Error) => unknown>;
  for (const shown of [err, failure]) {
    const line = JSON.stringify(shown(error));
    expect(held(line)).toEqual([]);
    expect(line.match(/\[key\]/g)!.length).toBeGreaterThan(3);
  }
});

it('a mail server that repeats the login is not quoted', async () => {
  const server = createServer((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      const line = chunk.toString();
      if (/^EHLO/i.test(line)) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
      else if (/^AUTH/i.test(line)) socket.write(`535 5.7.8 not accepted: ${line.trim()} (tr0ub4dor and 3)\r\n`);
      else socket.write('250 ok\r\n');
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const letter = { to: 'a@example.com', messageId: '<a@b>', subject: 's', text: 't', html: '<p>t</p>', unsubscribe: null };
  const smtpUrl = `smtp://ada:${encodeURIComponent('tr0ub4dor and 3')}@127.0.0.1:${port}`;
  setConfig({ ...config(), mail: { ...config().mail, smtpUrl } });
  const failure = await deliverMail({ smtpUrl, from: 'a@example.com' }, letter).catch((error: unknown) => error);
  server.close();
  expect(failure).toBeInstanceOf(MailFailure);
  const { message } = failure as Error;
  expect(message).toContain('535');
  expect(message).not.toContain('tr0ub4dor');
  expect(message).not.toContain(Buffer.from('\0ada\0tr0ub4dor and 3').toString('base64'));
});

